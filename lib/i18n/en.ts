import alerts from "#lib/i18n/messages/en/alerts.json";
import approvals from "#lib/i18n/messages/en/approvals.json";
import audit from "#lib/i18n/messages/en/audit.json";
import auth from "#lib/i18n/messages/en/auth.json";
import calls from "#lib/i18n/messages/en/calls.json";
import claims from "#lib/i18n/messages/en/claims.json";
import common from "#lib/i18n/messages/en/common.json";
import companies from "#lib/i18n/messages/en/companies.json";
import contracts from "#lib/i18n/messages/en/contracts.json";
import deliveries from "#lib/i18n/messages/en/deliveries.json";
import docs from "#lib/i18n/messages/en/docs.json";
import events from "#lib/i18n/messages/en/events.json";
import exports from "#lib/i18n/messages/en/exports.json";
import identity from "#lib/i18n/messages/en/identity.json";
import keys from "#lib/i18n/messages/en/keys.json";
import landing from "#lib/i18n/messages/en/landing.json";
import lookup from "#lib/i18n/messages/en/lookup.json";
import notices from "#lib/i18n/messages/en/notices.json";
import overview from "#lib/i18n/messages/en/overview.json";
import partners from "#lib/i18n/messages/en/partners.json";
import prices from "#lib/i18n/messages/en/prices.json";
import products from "#lib/i18n/messages/en/products.json";
import readiness from "#lib/i18n/messages/en/readiness.json";
import refusals from "#lib/i18n/messages/en/refusals.json";
import renewals from "#lib/i18n/messages/en/renewals.json";
import renters from "#lib/i18n/messages/en/renters.json";
import sandbox from "#lib/i18n/messages/en/sandbox.json";
import security from "#lib/i18n/messages/en/security.json";
import securityEvents from "#lib/i18n/messages/en/securityEvents.json";
import settings from "#lib/i18n/messages/en/settings.json";
import shell from "#lib/i18n/messages/en/shell.json";
import statements from "#lib/i18n/messages/en/statements.json";
import traffic from "#lib/i18n/messages/en/traffic.json";
import tryIt from "#lib/i18n/messages/en/tryIt.json";
import unavailable from "#lib/i18n/messages/en/unavailable.json";
import users from "#lib/i18n/messages/en/users.json";
import webhooks from "#lib/i18n/messages/en/webhooks.json";

export const en = {
  alerts,
  approvals,
  audit,
  auth,
  calls,
  claims,
  common,
  companies,
  contracts,
  deliveries,
  docs,
  identity,
  events,
  exports,
  keys,
  landing,
  lookup,
  overview,
  partners,
  prices,
  products,
  readiness,
  refusals,
  renewals,
  renters,
  sandbox,
  security,
  notices,
  securityEvents,
  settings,
  shell,
  traffic,
  tryIt,
  statements,
  unavailable,
  users,
  webhooks,
};
