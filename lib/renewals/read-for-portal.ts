import { sql } from "#db/client.ts";
import { readHistory } from "#lib/events/history.ts";
import type { HistoryPage, HistoryQuery } from "#lib/events/history.ts";
import { NotFound } from "#lib/refusal.ts";
import { findOverviews } from "#lib/renewals/overview.ts";
import type { RenewalOverview } from "#lib/renewals/overview.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A renewal of this world (portal.md § Partner side, renewals); NotFound where there is none of that id. */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, arid: string): Promise<RenewalOverview> {
  const [renewal] = await findOverviews(world.id, sql`r.arid = ${arid}`);
  if (renewal === undefined) throw new NotFound(`there is no renewal ${arid}`, { key: "noRenewal" });
  return renewal;
}

/** What happened to a renewal: what its contract's events tell of it, and its application, which is told of the next contract. */
export async function readRenewalHistory(
  ctx: Pick<PartnerContext, "world" | "user">,
  arid: string,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const { cid, nextCid } = await readForPortal(ctx, arid);
  const isOfRenewal = sql`e.event_type like 'v2.contract.renewal.%' and e.payload::json -> 'data' ->> 'id' = ${arid}`;
  const isApplication = sql`e.subject_id = ${nextCid ?? ""} and e.event_type = 'v2.contract.renewed'`;
  return readHistory(ctx, sql`e.subject_id in (${cid}, ${nextCid ?? cid}) and ((${isOfRenewal}) or (${isApplication}))`, query);
}
