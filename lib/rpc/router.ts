import { account, signIn } from "#lib/rpc/account.ts";
import { alerts } from "#lib/rpc/alerts.ts";
import { activity, audit } from "#lib/rpc/audit.ts";
import { calls } from "#lib/rpc/calls.ts";
import { claims, desk, templates } from "#lib/rpc/claims.ts";
import { approvals } from "#lib/rpc/console/approvals.ts";
import { payments } from "#lib/rpc/console/payments.ts";
import { security } from "#lib/rpc/console/security.ts";
import { traffic } from "#lib/rpc/console/traffic.ts";
import { contracts } from "#lib/rpc/contracts.ts";
import { deliveries } from "#lib/rpc/deliveries.ts";
import { events } from "#lib/rpc/events.ts";
import { keys, keysOfPartners } from "#lib/rpc/keys.ts";
import { notices, noticesOfAll } from "#lib/rpc/notices.ts";
import { overview } from "#lib/rpc/overview.ts";
import { insured, partners } from "#lib/rpc/partners.ts";
import { priceLists, prices } from "#lib/rpc/prices.ts";
import { router } from "#lib/rpc/procedures.ts";
import { products } from "#lib/rpc/products.ts";
import { renewals } from "#lib/rpc/renewals.ts";
import { registeredRenters, renters } from "#lib/rpc/renters.ts";
import { recipes, sandbox } from "#lib/rpc/sandbox.ts";
import { lookUp, search } from "#lib/rpc/search.ts";
import { statements, statementsOfPartners } from "#lib/rpc/statements.ts";
import { staff, team, users } from "#lib/rpc/users.ts";
import { webhooks } from "#lib/rpc/webhooks.ts";

/** All procedures of the portal and the console, by noun. */
export const procedures = router({
  account,
  activity,
  alerts,
  calls,
  claims,
  contracts,
  deliveries,
  events,
  insured,
  keys,
  notices,
  overview,
  prices,
  products,
  recipes,
  renewals,
  renters,
  sandbox,
  search,
  signIn,
  statements,
  team,
  webhooks,
  console: router({
    approvals,
    audit,
    claims: desk,
    keys: keysOfPartners,
    lookUp,
    partners,
    payments,
    prices: priceLists,
    renters: registeredRenters,
    security,
    notices: noticesOfAll,
    staff,
    statements: statementsOfPartners,
    templates,
    traffic,
    users,
  }),
});

export type Procedures = typeof procedures;
