import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { readHistory } from "#lib/developer/events/history.ts";
import type { HistoryPage, HistoryQuery } from "#lib/developer/events/history.ts";
import { findForPortal as findClaim } from "#lib/insurance/claims/read.ts";
import { findForPortal as findContract } from "#lib/insurance/contracts/read.ts";
import { readForPortal as findRenewal } from "#lib/insurance/renewals/read.ts";

type ReaderContext = Pick<PartnerContext, "world" | "user">;

export async function readClaimHistory(ctx: ReaderContext, id: string, query: HistoryQuery): Promise<HistoryPage> {
  const claim = await findClaim(ctx.world, id);
  return readHistory(ctx, sql`e.subject_id = ${claim.id}`, query);
}

export async function readContractHistory(ctx: ReaderContext, cid: string, query: HistoryQuery): Promise<HistoryPage> {
  await findContract(ctx.world, cid);
  return readHistory(ctx, sql`e.subject_id = ${cid}`, query);
}

/** Reads the renewal's events: those of its contract that concern it, and its application, which is an event of the next contract. */
export async function readRenewalHistory(ctx: ReaderContext, arid: string, query: HistoryQuery): Promise<HistoryPage> {
  const { cid, nextCid } = await findRenewal(ctx, arid);
  const isOfRenewal = sql`e.event_type like 'v2.contract.renewal.%' and e.payload::json -> 'data' ->> 'id' = ${arid}`;
  const isApplication = sql`e.subject_id = ${nextCid ?? ""} and e.event_type = 'v2.contract.renewed'`;
  return readHistory(ctx, sql`e.subject_id in (${cid}, ${nextCid ?? cid}) and ((${isOfRenewal}) or (${isApplication}))`, query);
}
