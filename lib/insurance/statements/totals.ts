import { sql } from "#db/client.ts";
import { readFilling } from "#lib/account/worlds/fills.ts";
import { countRenters } from "#lib/insurance/statements/figures.ts";
import { closingOf, monthAfter, monthOf, monthsBefore, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import type { RenterTotals } from "#lib/insurance/statements/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** An entry has the moment at which its request or run of a job began, and is committed long before so much time has passed. */
const settledMs = 6 * 3_600_000;

/**
 * Counts the open months of a production world from the beginning until some hours ago, and stores their totals
 * (rules/statements.md#month-6). A development world has none: its clock shifts, and it can start over.
 */
export async function storeTotals(worldId: number, now: Date): Promise<void> {
  // The demo writes premiums of past days into a world that it fills.
  if ((await readFilling(worldId)) !== null) return;
  const month = monthOf(now);
  for (const open of [monthsBefore(month, 1), month].filter((each) => closingOf(each) > now)) {
    const until = new Date(Math.min(now.getTime() - settledMs, startOfMonth(monthAfter(open)).getTime()));
    if (until <= startOfMonth(open)) continue;
    const counted = await countRenters([{ worldId, month: open, until }], { fromFacts: true });
    const renters = counted.map(({ uid, contracts, written, returned, tax }): RenterTotals => ({ uid, contracts, written, returned, tax }));
    await sql`
      insert into statement_totals (world_id, month, until, renters) values (${worldId}, ${open}, ${until}, ${JSON.stringify(renters)}::text::jsonb)
      on conflict (world_id, month) do update set until = excluded.until, renters = excluded.renters`;
  }
}

/** The net premium of months until `now`, in their order: by the stored totals and the entries since. */
export async function readPremiums(worldId: number, months: readonly Month[], now: Date): Promise<Cents[]> {
  const rows = months.map((month) => ({ month, since: startOfMonth(month), until: startOfMonth(monthAfter(month)) }));
  const premiums = await sql<{ net: number }[]>`
    select (coalesce(stored.net, 0) + coalesce(rest.net, 0))::float8 as net
    from json_to_recordset(${JSON.stringify(rows)}::json) m (month text, since timestamptz, until timestamptz)
      left join statement_totals t on t.world_id = ${worldId} and t.month = m.month
      left join lateral (select sum(written + returned) as net from jsonb_to_recordset(t.renters) r (written int8, returned int8)) stored on true
      left join lateral (
        select sum(amount_cents) as net from premium_entries e
        where e.world_id = ${worldId} and e.at >= coalesce(t.until, m.since) and e.at < m.until and e.at <= ${now}
      ) rest on true
    order by array_position(${[...months]}::text[], m.month)`;
  return premiums.map(({ net }) => net);
}
