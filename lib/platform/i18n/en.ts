import alerts from "#lib/platform/i18n/messages/en/alerts.json";
import approvals from "#lib/platform/i18n/messages/en/approvals.json";
import audit from "#lib/platform/i18n/messages/en/audit.json";
import auth from "#lib/platform/i18n/messages/en/auth.json";
import calls from "#lib/platform/i18n/messages/en/calls.json";
import claims from "#lib/platform/i18n/messages/en/claims.json";
import common from "#lib/platform/i18n/messages/en/common.json";
import companies from "#lib/platform/i18n/messages/en/companies.json";
import contracts from "#lib/platform/i18n/messages/en/contracts.json";
import deliveries from "#lib/platform/i18n/messages/en/deliveries.json";
import docs from "#lib/platform/i18n/messages/en/docs.json";
import events from "#lib/platform/i18n/messages/en/events.json";
import exports from "#lib/platform/i18n/messages/en/exports.json";
import identity from "#lib/platform/i18n/messages/en/identity.json";
import keys from "#lib/platform/i18n/messages/en/keys.json";
import landing from "#lib/platform/i18n/messages/en/landing.json";
import lookup from "#lib/platform/i18n/messages/en/lookup.json";
import mailbox from "#lib/platform/i18n/messages/en/mailbox.json";
import notices from "#lib/platform/i18n/messages/en/notices.json";
import overview from "#lib/platform/i18n/messages/en/overview.json";
import partners from "#lib/platform/i18n/messages/en/partners.json";
import prices from "#lib/platform/i18n/messages/en/prices.json";
import products from "#lib/platform/i18n/messages/en/products.json";
import readiness from "#lib/platform/i18n/messages/en/readiness.json";
import refusals from "#lib/platform/i18n/messages/en/refusals.json";
import renewals from "#lib/platform/i18n/messages/en/renewals.json";
import renters from "#lib/platform/i18n/messages/en/renters.json";
import sandbox from "#lib/platform/i18n/messages/en/sandbox.json";
import security from "#lib/platform/i18n/messages/en/security.json";
import securityEvents from "#lib/platform/i18n/messages/en/securityEvents.json";
import settings from "#lib/platform/i18n/messages/en/settings.json";
import shell from "#lib/platform/i18n/messages/en/shell.json";
import statements from "#lib/platform/i18n/messages/en/statements.json";
import traffic from "#lib/platform/i18n/messages/en/traffic.json";
import tryIt from "#lib/platform/i18n/messages/en/tryIt.json";
import unavailable from "#lib/platform/i18n/messages/en/unavailable.json";
import users from "#lib/platform/i18n/messages/en/users.json";
import webhooks from "#lib/platform/i18n/messages/en/webhooks.json";

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
  mailbox,
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
