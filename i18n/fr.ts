import audit from "#messages/fr/audit.json";
import auth from "#messages/fr/auth.json";
import calls from "#messages/fr/calls.json";
import claims from "#messages/fr/claims.json";
import common from "#messages/fr/common.json";
import companies from "#messages/fr/companies.json";
import contracts from "#messages/fr/contracts.json";
import deliveries from "#messages/fr/deliveries.json";
import docs from "#messages/fr/docs.json";
import keys from "#messages/fr/keys.json";
import landing from "#messages/fr/landing.json";
import lookup from "#messages/fr/lookup.json";
import overview from "#messages/fr/overview.json";
import partners from "#messages/fr/partners.json";
import products from "#messages/fr/products.json";
import refusals from "#messages/fr/refusals.json";
import renewals from "#messages/fr/renewals.json";
import renters from "#messages/fr/renters.json";
import settings from "#messages/fr/settings.json";
import shell from "#messages/fr/shell.json";
import users from "#messages/fr/users.json";
import webhooks from "#messages/fr/webhooks.json";

/** Every sentence of the portal in French, by area. */
export const fr = {
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
