import alerts from "#lib/platform/i18n/messages/fr/alerts.json" with { type: "json" };
import approvals from "#lib/platform/i18n/messages/fr/approvals.json" with { type: "json" };
import audit from "#lib/platform/i18n/messages/fr/audit.json" with { type: "json" };
import auth from "#lib/platform/i18n/messages/fr/auth.json" with { type: "json" };
import calls from "#lib/platform/i18n/messages/fr/calls.json" with { type: "json" };
import claims from "#lib/platform/i18n/messages/fr/claims.json" with { type: "json" };
import common from "#lib/platform/i18n/messages/fr/common.json" with { type: "json" };
import companies from "#lib/platform/i18n/messages/fr/companies.json" with { type: "json" };
import contracts from "#lib/platform/i18n/messages/fr/contracts.json" with { type: "json" };
import deliveries from "#lib/platform/i18n/messages/fr/deliveries.json" with { type: "json" };
import docs from "#lib/platform/i18n/messages/fr/docs.json" with { type: "json" };
import events from "#lib/platform/i18n/messages/fr/events.json" with { type: "json" };
import exports from "#lib/platform/i18n/messages/fr/exports.json" with { type: "json" };
import identity from "#lib/platform/i18n/messages/fr/identity.json" with { type: "json" };
import keys from "#lib/platform/i18n/messages/fr/keys.json" with { type: "json" };
import landing from "#lib/platform/i18n/messages/fr/landing.json" with { type: "json" };
import lookup from "#lib/platform/i18n/messages/fr/lookup.json" with { type: "json" };
import notices from "#lib/platform/i18n/messages/fr/notices.json" with { type: "json" };
import overview from "#lib/platform/i18n/messages/fr/overview.json" with { type: "json" };
import partners from "#lib/platform/i18n/messages/fr/partners.json" with { type: "json" };
import prices from "#lib/platform/i18n/messages/fr/prices.json" with { type: "json" };
import products from "#lib/platform/i18n/messages/fr/products.json" with { type: "json" };
import readiness from "#lib/platform/i18n/messages/fr/readiness.json" with { type: "json" };
import refusals from "#lib/platform/i18n/messages/fr/refusals.json" with { type: "json" };
import renewals from "#lib/platform/i18n/messages/fr/renewals.json" with { type: "json" };
import renters from "#lib/platform/i18n/messages/fr/renters.json" with { type: "json" };
import sandbox from "#lib/platform/i18n/messages/fr/sandbox.json" with { type: "json" };
import security from "#lib/platform/i18n/messages/fr/security.json" with { type: "json" };
import securityEvents from "#lib/platform/i18n/messages/fr/securityEvents.json" with { type: "json" };
import settings from "#lib/platform/i18n/messages/fr/settings.json" with { type: "json" };
import shell from "#lib/platform/i18n/messages/fr/shell.json" with { type: "json" };
import statements from "#lib/platform/i18n/messages/fr/statements.json" with { type: "json" };
import traffic from "#lib/platform/i18n/messages/fr/traffic.json" with { type: "json" };
import tryIt from "#lib/platform/i18n/messages/fr/tryIt.json" with { type: "json" };
import unavailable from "#lib/platform/i18n/messages/fr/unavailable.json" with { type: "json" };
import users from "#lib/platform/i18n/messages/fr/users.json" with { type: "json" };
import webhooks from "#lib/platform/i18n/messages/fr/webhooks.json" with { type: "json" };

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
