import audit from "#messages/en/audit.json";
import auth from "#messages/en/auth.json";
import calls from "#messages/en/calls.json";
import claims from "#messages/en/claims.json";
import common from "#messages/en/common.json";
import companies from "#messages/en/companies.json";
import contracts from "#messages/en/contracts.json";
import deliveries from "#messages/en/deliveries.json";
import docs from "#messages/en/docs.json";
import keys from "#messages/en/keys.json";
import landing from "#messages/en/landing.json";
import lookup from "#messages/en/lookup.json";
import overview from "#messages/en/overview.json";
import partners from "#messages/en/partners.json";
import products from "#messages/en/products.json";
import refusals from "#messages/en/refusals.json";
import renewals from "#messages/en/renewals.json";
import renters from "#messages/en/renters.json";
import settings from "#messages/en/settings.json";
import shell from "#messages/en/shell.json";
import users from "#messages/en/users.json";
import webhooks from "#messages/en/webhooks.json";

/** Every sentence of the portal in English, by area. */
export const en = {
  audit,
  auth,
  calls,
  claims,
  common,
  companies,
  contracts,
  deliveries,
  docs,
  keys,
  landing,
  lookup,
  overview,
  partners,
  products,
  refusals,
  renewals,
  renters,
  settings,
  shell,
  users,
  webhooks,
};
