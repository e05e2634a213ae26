import { readOnReplica } from "#db/replica.ts";
import { basisPointsInOne } from "#lib/insurance/prices/schema.ts";
import { lossRatio, monthAfter, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import type { Figures, StatementFigures, StoredFigures, TaxFigure } from "#lib/insurance/statements/schema.ts";
import { centsFromEuros, eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/**
 * The amounts that settlements add to the months in `months` (month, since, until): refunds at their payment, less those whose transfer
 * failed, and what deductions withheld of them (rules/statements.md#figures-2, #figures-5). Amounts are in cents; `paid` and `charged` can be zero.
 */
export const movedSettlements = `
  select m.month, s.id, s.claim_id, s.type, coalesce(s.counted_at, s.payment_at) as at, s.amount_cents as paid,
    case when s.withheld_cents > 0 then s.withheld_cents - ${countedBefore()} else 0 end as charged
  from months m cross join lateral (
    select * from settlements
    where type = 'refund' and coalesce(counted_at, payment_at) >= m.since and coalesce(counted_at, payment_at) < m.until offset 0) s
  union all
  select m.month, s.id, s.claim_id, s.type, s.created_at,
    case when s.type = 'returned' and o.payment_at is not null then -s.amount_cents else 0 end,
    case when s.type = 'returned' and o.payment_at is not null then -coalesce(o.withheld_cents, 0)
      when s.type = 'charge' and (s.withheld_cents is null or s.counted_at is not null) and s.payment_state is null then s.amount_cents
      when s.type = 'cancel' and o.type = 'charge' and (o.withheld_cents is null or o.counted_at = o.created_at) then -s.amount_cents
      else 0 end
  from months m cross join lateral (
    select * from settlements where type <> 'refund' and created_at >= m.since and created_at < m.until offset 0) s
    left join lateral (select * from settlements where id = s.concerns offset 0) o on true`;

/**
 * The tax in a premium entry `e` by the rate of its contract's tariff `t`, as SQL, in cents. It is rounded once per entry, half away from
 * zero: what an entry gives back has the tax of the entry that charged it, and rows add up to totals (rules/statements.md#figures-3).
 */
const entryTax = `round(e.amount_cents * (t.rates ->> 'taxRate')::numeric / (${basisPointsInOne} + (t.rates ->> 'taxRate')::numeric))`;

/** The figures counted per renter; amounts in cents. */
const counts = ["contracts", "written", "returned", "tax", "submitted", "paid", "charged"] as const;
export type CountedFigures = Record<(typeof counts)[number], number>;

export interface WorldMonth {
  worldId: number;
  month: Month;
}

interface Counting {
  /** Counts every contract and entry, whatever totals are stored. */
  fromFacts?: boolean;
}

export interface CountedRenter extends CountedFigures, WorldMonth {
  uid: string;
  name: string | null;
}

/** The figures of a month of a world, per renter and in total (rules/statements.md#figures-1, #figures-2). */
export async function countFigures(worldId: number, month: Month, stored?: StoredFigures, counting?: Counting): Promise<StatementFigures> {
  return figuresOf(await countRenters([{ worldId, month }], counting), stored);
}

/**
 * The figures of a month by what was counted, or as they were stored when it closed. Those of a release before lack the tax, which is
 * counted; every number that was stored stays, the loss ratio too.
 */
export function figuresOf(counted: readonly CountedRenter[], stored?: StoredFigures): StatementFigures {
  if (hasTax(stored)) return stored;
  if (stored === undefined) {
    const renters = counted.map((row) => ({ uid: row.uid, company_name: row.name, ...toFigures(row) }));
    return { totals: toFigures(addUp(counted)), renters };
  }
  const taxes = new Map(counted.map(({ uid, tax }) => [uid, tax]));
  return {
    totals: { ...stored.totals, ...taxFigures(centsFromEuros(stored.totals.premium_net), addUp(counted).tax) },
    renters: stored.renters.map((row) => ({ ...row, ...taxFigures(centsFromEuros(row.premium_net), taxes.get(row.uid) ?? 0) })),
  };
}

export function hasTax(stored: StoredFigures | undefined): stored is StatementFigures {
  return stored?.totals.tax !== undefined;
}

/**
 * Counts months of worlds per renter in one statement, from facts that are never changed (rules/statements.md#ledger-1): contracts and
 * premiums by the stored totals and what came since. A period can end before its month. A production world's test claims count nowhere.
 */
export async function countRenters(
  periods: readonly (WorldMonth & { until?: Date })[],
  { fromFacts = false }: Counting = {},
): Promise<CountedRenter[]> {
  if (periods.length === 0) return [];
  const rows = periods.map(({ worldId, month, until = startOfMonth(monthAfter(month)) }) => {
    return { world_id: worldId, month, since: startOfMonth(month), until };
  });
  // A sum of cents is exact as a float8 up to 90 trillion euros.
  return readOnReplica(
    (pool) => pool<CountedRenter[]>`
    -- Lateral, since the planner does not know how few months are asked for, and would read whole tables.
    with periods as materialized (
      select p.*, w.environment = 'development' as with_tests, t.renters, coalesce(t.until, p.since) as rest_since
      from json_to_recordset(${JSON.stringify(rows)}::json) p (world_id int, month text, since timestamptz, until timestamptz)
        join worlds w on w.id = p.world_id
        left join statement_totals t on t.world_id = p.world_id and t.month = p.month and t.until <= p.until and not ${fromFacts}),
    totals as (
      select p.world_id, p.month, r.* from periods p
        cross join lateral jsonb_to_recordset(p.renters) r (uid text, contracts int8, written int8, returned int8, tax int8)),
    made as (
      select p.world_id, p.month, counted.* from periods p cross join lateral (
        select c.uid, count(*) as contracts from contracts c
        where c.world_id = p.world_id and c.created_at >= p.rest_since and c.created_at < p.until and (p.with_tests or not c.test)
        group by 1) counted),
    premiums as (
      select p.world_id, p.month, counted.* from periods p cross join lateral (
        select e.uid, sum(e.amount_cents) filter (where e.amount_cents > 0) as written,
          sum(e.amount_cents) filter (where e.amount_cents < 0) as returned, sum(${pool.unsafe(entryTax)}) as tax
        from premium_entries e join contracts c on c.cid = e.cid join tariffs t on t.id = c.tariff_id
        where e.world_id = p.world_id and e.at >= p.rest_since and e.at < p.until
        group by 1) counted),
    submissions as (
      select p.world_id, p.month, counted.* from periods p cross join lateral (
        select c.uid, count(*) as submitted from claims c
        where c.world_id = p.world_id and c.submitted_at >= p.since and c.submitted_at < p.until and (p.with_tests or not c.test)
        group by 1) counted),
    months as (select distinct month, since, until from periods),
    moved as (${pool.unsafe(movedSettlements)}),
    payments as (
      select c.world_id, m.month, c.uid, sum(m.paid) as paid, sum(m.charged) as charged
      from moved m cross join lateral (select * from claims where id = m.claim_id offset 0) c join periods p on p.world_id = c.world_id and p.month = m.month
      where p.with_tests or not c.test
      group by 1, 2, 3 having bool_or(m.paid <> 0 or m.charged <> 0))
    select world_id, month, uid, r.company ->> 'company_name' as name, ${pool.unsafe(countColumns)}
    from totals full join made using (world_id, month, uid) full join premiums using (world_id, month, uid)
      full join submissions using (world_id, month, uid) full join payments using (world_id, month, uid) left join renters r using (uid)
    order by world_id, month, uid`,
  );
}

/** Where the stored totals have a figure, too. */
const partsOf: Partial<Record<keyof CountedFigures, string>> = {
  contracts: "made",
  written: "premiums",
  returned: "premiums",
  tax: "premiums",
};
const countColumns = counts
  .map((name) => [
    name,
    partsOf[name] === undefined ? `coalesce(${name}, 0)` : `coalesce(totals.${name}, 0) + coalesce(${partsOf[name]}.${name}, 0)`,
  ])
  .map(([name, value]) => `(${value})::float8 as ${name}`)
  .join(", ");

export function addUp(rows: readonly CountedFigures[]): CountedFigures {
  return Object.fromEntries(counts.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as CountedFigures;
}

/** The counts behind figures that were stored. */
export function countedOf(figures: Figures): CountedFigures {
  return {
    contracts: figures.contracts_created,
    written: centsFromEuros(figures.premium_written),
    returned: centsFromEuros(figures.premium_returned),
    tax: centsFromEuros(figures.tax),
    submitted: figures.claims_submitted,
    paid: centsFromEuros(figures.claims_paid),
    charged: centsFromEuros(figures.claims_charged),
  };
}

export function toFigures({ contracts, written, returned, tax, submitted, paid, charged }: CountedFigures): Figures {
  const net = written + returned;
  const claimsNet = paid - charged;
  return {
    contracts_created: contracts,
    premium_written: eurosFromCents(written),
    premium_returned: eurosFromCents(returned),
    premium_net: eurosFromCents(net),
    ...taxFigures(net, tax),
    claims_submitted: submitted,
    claims_paid: eurosFromCents(paid),
    claims_charged: eurosFromCents(charged),
    claims_net: eurosFromCents(claimsNet),
    loss_ratio: lossRatio(claimsNet, net - tax),
  };
}

function taxFigures(net: Cents, tax: Cents): Pick<Figures, TaxFigure> {
  return { tax: eurosFromCents(tax), premium_net_excluding_tax: eurosFromCents(net - tax) };
}

/** The part of a payment's withheld amount that a closed month has counted as deductions of an earlier release. */
function countedBefore(): string {
  return `(select coalesce(sum(o.amount_cents), 0) from settlements o
    where o.claim_id = s.claim_id and o.type = 'charge' and o.counted_at = s.counted_at and o.counted_at > o.created_at and s.id = (
      select min(r.id) from settlements r
      where r.claim_id = s.claim_id and r.type = 'refund' and r.withheld_cents > 0 and r.counted_at = s.counted_at))`;
}
