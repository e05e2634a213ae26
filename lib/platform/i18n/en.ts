import alerts from "#lib/platform/i18n/messages/en/alerts.json" with { type: "json" };
import approvals from "#lib/platform/i18n/messages/en/approvals.json" with { type: "json" };
import audit from "#lib/platform/i18n/messages/en/audit.json" with { type: "json" };
import auth from "#lib/platform/i18n/messages/en/auth.json" with { type: "json" };
import calls from "#lib/platform/i18n/messages/en/calls.json" with { type: "json" };
import claims from "#lib/platform/i18n/messages/en/claims.json" with { type: "json" };
import common from "#lib/platform/i18n/messages/en/common.json" with { type: "json" };
import companies from "#lib/platform/i18n/messages/en/companies.json" with { type: "json" };
import contracts from "#lib/platform/i18n/messages/en/contracts.json" with { type: "json" };
import deliveries from "#lib/platform/i18n/messages/en/deliveries.json" with { type: "json" };
import docs from "#lib/platform/i18n/messages/en/docs.json" with { type: "json" };
import events from "#lib/platform/i18n/messages/en/events.json" with { type: "json" };
import exports from "#lib/platform/i18n/messages/en/exports.json" with { type: "json" };
import identity from "#lib/platform/i18n/messages/en/identity.json" with { type: "json" };
import keys from "#lib/platform/i18n/messages/en/keys.json" with { type: "json" };
import landing from "#lib/platform/i18n/messages/en/landing.json" with { type: "json" };
import lookup from "#lib/platform/i18n/messages/en/lookup.json" with { type: "json" };
import notices from "#lib/platform/i18n/messages/en/notices.json" with { type: "json" };
import overview from "#lib/platform/i18n/messages/en/overview.json" with { type: "json" };
import partners from "#lib/platform/i18n/messages/en/partners.json" with { type: "json" };
import prices from "#lib/platform/i18n/messages/en/prices.json" with { type: "json" };
import products from "#lib/platform/i18n/messages/en/products.json" with { type: "json" };
import readiness from "#lib/platform/i18n/messages/en/readiness.json" with { type: "json" };
import refusals from "#lib/platform/i18n/messages/en/refusals.json" with { type: "json" };
import renewals from "#lib/platform/i18n/messages/en/renewals.json" with { type: "json" };
import renters from "#lib/platform/i18n/messages/en/renters.json" with { type: "json" };
import sandbox from "#lib/platform/i18n/messages/en/sandbox.json" with { type: "json" };
import security from "#lib/platform/i18n/messages/en/security.json" with { type: "json" };
import securityEvents from "#lib/platform/i18n/messages/en/securityEvents.json" with { type: "json" };
import settings from "#lib/platform/i18n/messages/en/settings.json" with { type: "json" };
import shell from "#lib/platform/i18n/messages/en/shell.json" with { type: "json" };
import statements from "#lib/platform/i18n/messages/en/statements.json" with { type: "json" };
import traffic from "#lib/platform/i18n/messages/en/traffic.json" with { type: "json" };
import tryIt from "#lib/platform/i18n/messages/en/tryIt.json" with { type: "json" };
import unavailable from "#lib/platform/i18n/messages/en/unavailable.json" with { type: "json" };
import users from "#lib/platform/i18n/messages/en/users.json" with { type: "json" };
import webhooks from "#lib/platform/i18n/messages/en/webhooks.json" with { type: "json" };

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
