import { sql } from "#db/client.ts";
import { eurosFromCents } from "#lib/money.ts";
import { monthAfter, startOfMonth } from "#lib/statements/rules/months.ts";
import type { Month } from "#lib/statements/rules/months.ts";
import type { Figures, StatementFigures } from "#lib/statements/schema.ts";

/** What is counted of a renter, in cents. */
interface Counted {
  contracts: number;
  written: number;
  returned: number;
  submitted: number;
  paid: number;
  charged: number;
}

interface CountedRenter extends Counted {
  uid: string;
  name: string | null;
}

/**
 * The figures of a month of a world, per renter and in total, from facts that are never changed (resolutions.md § 20). A production world's
 * test claims count nowhere.
 */
export async function countFigures(worldId: number, month: Month): Promise<StatementFigures> {
  const from = startOfMonth(month).toISOString();
  const to = startOfMonth(monthAfter(month)).toISOString();
  // Sums arrive as texts, since a bigint may be larger than a number; these are not.
  const rows = await sql<{ [Key in keyof CountedRenter]: CountedRenter[Key] extends number ? string : CountedRenter[Key] }[]>`
    with world as (select id, environment = 'development' as is_test from worlds where id = ${worldId}),
    premiums as (
      select uid, count(distinct cid) filter (where kind in ('created', 'renewed')) as contracts,
        sum(amount_cents) filter (where amount_cents > 0) as written, sum(amount_cents) filter (where amount_cents < 0) as returned
      from premium_entries where world_id = ${worldId} and at >= ${from}::timestamptz and at < ${to}::timestamptz group by uid),
    submissions as (
      select c.uid, count(*) as submitted from claims c join world w on w.id = c.world_id
      where c.submitted_at >= ${from}::timestamptz and c.submitted_at < ${to}::timestamptz and (w.is_test or not c.test) group by c.uid),
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
      select c.uid, sum(m.paid) as paid, sum(m.charged) as charged
      from moved m join claims c on c.id = m.claim_id join world w on w.id = c.world_id where w.is_test or not c.test
      group by c.uid having bool_or(m.paid <> 0 or m.charged <> 0))
    select uid, r.company ->> 'company_name' as name, coalesce(contracts, 0) as contracts, coalesce(written, 0) as written,
      coalesce(returned, 0) as returned, coalesce(submitted, 0) as submitted, coalesce(paid, 0) as paid, coalesce(charged, 0) as charged
    from premiums full join submissions using (uid) full join payments using (uid) left join renters r using (uid)
    order by uid`;
  const renters = rows.map(({ uid, name, ...texts }): CountedRenter => ({ uid, name, ...numbersOf(texts) }));
  return {
    totals: toFigures(renters.reduce<Counted>(add, nothing)),
    renters: renters.map(({ uid, name, ...counted }) => ({ uid, company_name: name, ...toFigures(counted) })),
  };
}

const nothing: Counted = { contracts: 0, written: 0, returned: 0, submitted: 0, paid: 0, charged: 0 };

function numbersOf(texts: { [Key in keyof Counted]: string }): Counted {
  const { contracts, written, returned, submitted, paid, charged } = texts;
  return {
    contracts: Number(contracts),
    written: Number(written),
    returned: Number(returned),
    submitted: Number(submitted),
    paid: Number(paid),
    charged: Number(charged),
  };
}

function add(sum: Counted, one: Counted): Counted {
  return {
    contracts: sum.contracts + one.contracts,
    written: sum.written + one.written,
    returned: sum.returned + one.returned,
    submitted: sum.submitted + one.submitted,
    paid: sum.paid + one.paid,
    charged: sum.charged + one.charged,
  };
}

/** To four decimals. */
const ratioSteps = 10_000;

function toFigures({ contracts, written, returned, submitted, paid, charged }: Counted): Figures {
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
