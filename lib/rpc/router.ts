import { account, signIn, team } from "#lib/rpc/account.ts";
import { activity } from "#lib/rpc/activity.ts";
import { alerts } from "#lib/rpc/alerts.ts";
import { calls } from "#lib/rpc/calls.ts";
import { claims } from "#lib/rpc/claims.ts";
import { approvals } from "#lib/rpc/console/approvals.ts";
import { audit } from "#lib/rpc/console/audit.ts";
import { claims as desk } from "#lib/rpc/console/claims.ts";
import { keys as keysOfPartners } from "#lib/rpc/console/keys.ts";
import { lookUp } from "#lib/rpc/console/look-up.ts";
import { notices as noticesOfAll } from "#lib/rpc/console/notices.ts";
import { partners } from "#lib/rpc/console/partners.ts";
import { payments } from "#lib/rpc/console/payments.ts";
import { prices as priceLists } from "#lib/rpc/console/prices.ts";
import { renters as registeredRenters } from "#lib/rpc/console/renters.ts";
import { security } from "#lib/rpc/console/security.ts";
import { statements as statementsOfPartners } from "#lib/rpc/console/statements.ts";
import { templates } from "#lib/rpc/console/templates.ts";
import { traffic } from "#lib/rpc/console/traffic.ts";
import { staff, users } from "#lib/rpc/console/users.ts";
import { contracts } from "#lib/rpc/contracts.ts";
import { deliveries } from "#lib/rpc/deliveries.ts";
import { events } from "#lib/rpc/events.ts";
import { insured } from "#lib/rpc/insured.ts";
import { keys } from "#lib/rpc/keys.ts";
import { notices } from "#lib/rpc/notices.ts";
import { overview } from "#lib/rpc/overview.ts";
import { prices } from "#lib/rpc/prices.ts";
import { router } from "#lib/rpc/procedures.ts";
import { products } from "#lib/rpc/products.ts";
import { renewals } from "#lib/rpc/renewals.ts";
import { renters } from "#lib/rpc/renters.ts";
import { recipes, sandbox } from "#lib/rpc/sandbox.ts";
import { search } from "#lib/rpc/search.ts";
import { statements } from "#lib/rpc/statements.ts";
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
