import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { withOwnDeadline } from "#db/request-deadline.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { monthOf, monthsBefore, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import { readPremiums } from "#lib/insurance/statements/totals.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { shareRead } from "#lib/platform/process/shared-reads.ts";

const dayMs = 86_400_000;
const daysAhead = 30;
const monthsOfClaims = 12;

export interface InsuredType {
  productType: ProductType;
  /** Insured now. */
  products: number;
  valueCents: Cents;
  /** Submitted in the last twelve months. */
  claims: number;
  /** Refunds paid in the last twelve months. */
  paidCents: Cents;
}

/** The insured contracts and products of a world. */
export interface Portfolio {
  /** Open contracts with a product that is insured now. */
  contracts: number;
  products: number;
  valueCents: Cents;
  /** Net, of the months by which statements go; this one until now. */
  premiumThisMonthCents: Cents;
  premiumLastMonthCents: Cents;
  /** Open contracts that end within thirty days, and those of them that are renewed then. */
  ending: number;
  renewing: number;
  types: InsuredType[];
}

type PortfolioContext = Pick<ApiContext, "now"> & { world: Pick<ApiContext["world"], "id" | "environment"> };

/** The same for the portal, where each open page asks again every minute: it looks at all that is insured. */
export function readForPortal(ctx: PortfolioContext & Pick<ApiContext, "realTime">): Promise<Portfolio> {
  // A clock that was moved has another portfolio.
  return shareRead(`portfolio ${ctx.world.id} ${ctx.now.getTime() - ctx.realTime.getTime()}`, () => withOwnDeadline(() => read(ctx)));
}

/** Reads what is insured now by the world's clock, and its claims; in production without tests. */
export async function read({ world, now }: PortfolioContext): Promise<Portfolio> {
  const isTest = world.environment === "development";
  const month = monthOf(now);
  const isOpen: Fragment = sql`c.world_id = ${world.id} and c.status = 'open' and (${isTest} or not c.test)`;
  const [types, [premiumLastMonth = 0, premiumThisMonth = 0], [contracts]] = await Promise.all([
    readTypes(world.id, isTest, now),
    readPremiums(world.id, [monthsBefore(month, 1), month], now),
    sql<[{ insured: number; ending: number; renewing: number }]>`
      select (select count(*) from contracts c where ${isOpen} and exists (
          select from contract_products p where p.cid = c.cid and ${isInsured(now)}
        ))::int as insured, count(*)::int as ending, count(*) filter (where exists (
          select from automatic_renewals a where a.cid = c.cid and a.state = 'scheduled'
        ))::int as renewing
      from contracts c where ${isOpen} and c.end_date <= ${new Date(now.getTime() + daysAhead * dayMs)}`,
  ]);
  return {
    contracts: contracts.insured,
    products: types.reduce((sum, { products }) => sum + products, 0),
    valueCents: types.reduce((sum, { valueCents }) => sum + valueCents, 0),
    premiumThisMonthCents: premiumThisMonth,
    premiumLastMonthCents: premiumLastMonth,
    ending: contracts.ending,
    renewing: contracts.renewing,
    types,
  };
}

/** A contract product `p` that is insured at a moment (rules/figures.md#portfolio-1). */
function isInsured(now: Date): Fragment {
  return sql`p.status = 'open' and p.start_date <= ${now} and p.end_date > ${now}`;
}

function readTypes(worldId: number, isTest: boolean, now: Date): Promise<InsuredType[]> {
  const since = startOfMonth(monthsBefore(monthOf(now), monthsOfClaims - 1));
  return sql<InsuredType[]>`
    with insured as (
      select p.product_type as type, count(*) as products, sum(p.value_excl_cents) as value
      from contracts c join contract_products p on p.cid = c.cid and ${isInsured(now)}
      where c.world_id = ${worldId} and c.status = 'open' and (${isTest} or not c.test) group by p.product_type),
    claimed as (
      select p.product_type as type, count(*) as claims from claims c join contract_products p on p.cpid = c.cpid
      where c.world_id = ${worldId} and c.submitted_at >= ${since} and c.submitted_at <= ${now} and (${isTest} or not c.test)
      group by p.product_type),
    refunded as (
      select p.product_type as type, sum(m.amount_cents - coalesce(m.withheld_cents, 0)) as paid from claims c join contract_products p on p.cpid = c.cpid
        join settlements m on m.claim_id = c.id and m.type = 'refund' and m.payment_state = 'paid'
          and m.payment_at >= ${since} and m.payment_at <= ${now}
      where c.world_id = ${worldId} and (${isTest} or not c.test) group by p.product_type)
    select type as "productType", coalesce(products, 0)::int as products, coalesce(value, 0)::float8 as "valueCents",
      coalesce(claims, 0)::int as claims, coalesce(paid, 0)::float8 as "paidCents"
    from insured full join claimed using (type) full join refunded using (type) order by coalesce(value, 0) desc, type`;
}
