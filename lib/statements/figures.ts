import { readOnReplica } from "#db/replica.ts";
import { centsFromEuros, eurosFromCents } from "#lib/money.ts";
import { monthAfter, startOfMonth } from "#lib/statements/rules/months.ts";
import type { Month } from "#lib/statements/rules/months.ts";
import type { Figures, StatementFigures } from "#lib/statements/schema.ts";

/** What is counted of a renter; amounts in cents. */
const counts = ["contracts", "written", "returned", "submitted", "paid", "charged"] as const;
export type Counted = Record<(typeof counts)[number], number>;

export interface CountedRenter extends Counted {
  worldId: number;
  uid: string;
  name: string | null;
}

/** The figures of a month of a world, per renter and in total (resolutions.md § 20). */
export async function countFigures(worldId: number, month: Month): Promise<StatementFigures> {
  const renters = await countRenters([worldId], month);
  return {
    totals: toFigures(addUp(renters)),
    renters: renters.map(({ uid, name, ...counted }) => ({ uid, company_name: name, ...toFigures(counted) })),
  };
}

/**
 * Counts a month of worlds per renter, from facts that are never changed (resolutions.md § 20). A production world's test claims count
 * nowhere.
 */
export async function countRenters(worldIds: readonly number[], month: Month): Promise<CountedRenter[]> {
  const worlds = [...worldIds];
  const from = startOfMonth(month).toISOString();
  const to = startOfMonth(monthAfter(month)).toISOString();
  // A sum of cents is exact as a float8 up to 90 trillion euros.
  return readOnReplica(
    (pool) => pool<CountedRenter[]>`
    with made as (
      select c.world_id, c.uid, count(*) as contracts from contracts c join worlds w on w.id = c.world_id
      where c.world_id = any(${worlds}) and c.created_at >= ${from}::timestamptz and c.created_at < ${to}::timestamptz and (w.environment = 'development' or not c.test)
      group by c.world_id, c.uid),
    premiums as (
      select world_id, uid, sum(amount_cents) filter (where amount_cents > 0) as written, sum(amount_cents) filter (where amount_cents < 0) as returned
      from premium_entries where world_id = any(${worlds}) and at >= ${from}::timestamptz and at < ${to}::timestamptz
      group by world_id, uid),
    submissions as (
      select c.world_id, c.uid, count(*) as submitted from claims c join worlds w on w.id = c.world_id
      where c.world_id = any(${worlds}) and c.submitted_at >= ${from}::timestamptz and c.submitted_at < ${to}::timestamptz and (w.environment = 'development' or not c.test)
      group by c.world_id, c.uid),
    moved as (
      select s.claim_id, s.amount_cents as paid, 0 as charged from settlements s
      where s.type = 'refund' and s.payment_at >= ${from}::timestamptz and s.payment_at < ${to}::timestamptz
      union all
      select s.claim_id,
        case when s.type = 'returned' and o.payment_at is not null then -s.amount_cents else 0 end,
        case when s.type = 'charge' then s.amount_cents when s.type = 'cancel' and o.type = 'charge' then -s.amount_cents else 0 end
      from settlements s left join settlements o on o.id = s.concerns
      where s.type <> 'refund' and s.created_at >= ${from}::timestamptz and s.created_at < ${to}::timestamptz),
    payments as (
      select c.world_id, c.uid, sum(m.paid) as paid, sum(m.charged) as charged
      from moved m join claims c on c.id = m.claim_id join worlds w on w.id = c.world_id
      where c.world_id = any(${worlds}) and (w.environment = 'development' or not c.test)
      group by c.world_id, c.uid having bool_or(m.paid <> 0 or m.charged <> 0))
    select world_id as "worldId", uid, r.company ->> 'company_name' as name, ${pool.unsafe(countColumns)}
    from made full join premiums using (world_id, uid) full join submissions using (world_id, uid) full join payments using (world_id, uid) left join renters r using (uid)
    order by world_id, uid`,
  );
}

const countColumns = counts.map((name) => `coalesce(${name}, 0)::float8 as ${name}`).join(", ");

export function addUp(rows: readonly Counted[]): Counted {
  return Object.fromEntries(counts.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Counted;
}

/** The counts behind figures that were stored. */
export function countedOf(figures: Figures): Counted {
  return {
    contracts: figures.contracts_created,
    written: centsFromEuros(figures.premium_written),
    returned: centsFromEuros(figures.premium_returned),
    submitted: figures.claims_submitted,
    paid: centsFromEuros(figures.claims_paid),
    charged: centsFromEuros(figures.claims_charged),
  };
}

/** To four decimals. */
const ratioSteps = 10_000;

export function toFigures({ contracts, written, returned, submitted, paid, charged }: Counted): Figures {
  const net = written + returned;
  const claimsNet = paid - charged;
  return {
    contracts_created: contracts,
    premium_written: eurosFromCents(written),
    premium_returned: eurosFromCents(returned),
    premium_net: eurosFromCents(net),
    claims_submitted: submitted,
    claims_paid: eurosFromCents(paid),
    claims_charged: eurosFromCents(charged),
    claims_net: eurosFromCents(claimsNet),
    loss_ratio: net === 0 ? null : Math.round((claimsNet / net) * ratioSteps) / ratioSteps,
  };
}
