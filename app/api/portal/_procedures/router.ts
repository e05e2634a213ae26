import { account } from "#app/api/portal/_procedures/account.ts";
import { activity } from "#app/api/portal/_procedures/activity.ts";
import { alerts } from "#app/api/portal/_procedures/alerts.ts";
import { calls } from "#app/api/portal/_procedures/calls.ts";
import { claims } from "#app/api/portal/_procedures/claims.ts";
import { approvals } from "#app/api/portal/_procedures/console/approvals.ts";
import { audit } from "#app/api/portal/_procedures/console/audit.ts";
import { claims as desk } from "#app/api/portal/_procedures/console/claims.ts";
import { keys as keysOfPartners } from "#app/api/portal/_procedures/console/keys.ts";
import { lookUp } from "#app/api/portal/_procedures/console/look-up.ts";
import { notices } from "#app/api/portal/_procedures/console/notices.ts";
import { partners } from "#app/api/portal/_procedures/console/partners.ts";
import { payments } from "#app/api/portal/_procedures/console/payments.ts";
import { prices as priceLists } from "#app/api/portal/_procedures/console/prices.ts";
import { renters as registeredRenters } from "#app/api/portal/_procedures/console/renters.ts";
import { security } from "#app/api/portal/_procedures/console/security.ts";
import { statements as statementsOfPartners } from "#app/api/portal/_procedures/console/statements.ts";
import { templates } from "#app/api/portal/_procedures/console/templates.ts";
import { traffic } from "#app/api/portal/_procedures/console/traffic.ts";
import { staff, users } from "#app/api/portal/_procedures/console/users.ts";
import { contracts } from "#app/api/portal/_procedures/contracts.ts";
import { deliveries } from "#app/api/portal/_procedures/deliveries.ts";
import { events } from "#app/api/portal/_procedures/events.ts";
import { keys } from "#app/api/portal/_procedures/keys.ts";
import { overview } from "#app/api/portal/_procedures/overview.ts";
import { prices } from "#app/api/portal/_procedures/prices.ts";
import { products } from "#app/api/portal/_procedures/products.ts";
import { recipes } from "#app/api/portal/_procedures/recipes.ts";
import { renewals } from "#app/api/portal/_procedures/renewals.ts";
import { renters } from "#app/api/portal/_procedures/renters.ts";
import { sandbox } from "#app/api/portal/_procedures/sandbox.ts";
import { search } from "#app/api/portal/_procedures/search.ts";
import { signIn } from "#app/api/portal/_procedures/sign-in.ts";
import { statements } from "#app/api/portal/_procedures/statements.ts";
import { webhooks } from "#app/api/portal/_procedures/webhooks.ts";
import { router } from "#lib/http/procedures.ts";

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
  keys,
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
    notices,
    staff,
    statements: statementsOfPartners,
    templates,
    traffic,
    users,
  }),
});

export type Procedures = typeof procedures;
