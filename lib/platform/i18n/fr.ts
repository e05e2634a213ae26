import alerts from "#lib/platform/i18n/messages/fr/alerts.json";
import approvals from "#lib/platform/i18n/messages/fr/approvals.json";
import audit from "#lib/platform/i18n/messages/fr/audit.json";
import auth from "#lib/platform/i18n/messages/fr/auth.json";
import calls from "#lib/platform/i18n/messages/fr/calls.json";
import claims from "#lib/platform/i18n/messages/fr/claims.json";
import common from "#lib/platform/i18n/messages/fr/common.json";
import companies from "#lib/platform/i18n/messages/fr/companies.json";
import contracts from "#lib/platform/i18n/messages/fr/contracts.json";
import deliveries from "#lib/platform/i18n/messages/fr/deliveries.json";
import docs from "#lib/platform/i18n/messages/fr/docs.json";
import events from "#lib/platform/i18n/messages/fr/events.json";
import exports from "#lib/platform/i18n/messages/fr/exports.json";
import identity from "#lib/platform/i18n/messages/fr/identity.json";
import keys from "#lib/platform/i18n/messages/fr/keys.json";
import landing from "#lib/platform/i18n/messages/fr/landing.json";
import lookup from "#lib/platform/i18n/messages/fr/lookup.json";
import mailbox from "#lib/platform/i18n/messages/fr/mailbox.json";
import notices from "#lib/platform/i18n/messages/fr/notices.json";
import overview from "#lib/platform/i18n/messages/fr/overview.json";
import partners from "#lib/platform/i18n/messages/fr/partners.json";
import prices from "#lib/platform/i18n/messages/fr/prices.json";
import products from "#lib/platform/i18n/messages/fr/products.json";
import readiness from "#lib/platform/i18n/messages/fr/readiness.json";
import refusals from "#lib/platform/i18n/messages/fr/refusals.json";
import renewals from "#lib/platform/i18n/messages/fr/renewals.json";
import renters from "#lib/platform/i18n/messages/fr/renters.json";
import sandbox from "#lib/platform/i18n/messages/fr/sandbox.json";
import security from "#lib/platform/i18n/messages/fr/security.json";
import securityEvents from "#lib/platform/i18n/messages/fr/securityEvents.json";
import settings from "#lib/platform/i18n/messages/fr/settings.json";
import shell from "#lib/platform/i18n/messages/fr/shell.json";
import statements from "#lib/platform/i18n/messages/fr/statements.json";
import traffic from "#lib/platform/i18n/messages/fr/traffic.json";
import tryIt from "#lib/platform/i18n/messages/fr/tryIt.json";
import unavailable from "#lib/platform/i18n/messages/fr/unavailable.json";
import users from "#lib/platform/i18n/messages/fr/users.json";
import webhooks from "#lib/platform/i18n/messages/fr/webhooks.json";

export const fr = {
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
