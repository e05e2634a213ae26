import { sql } from "#db/client.ts";
import type { Claim } from "#lib/claims/claim.ts";
import { findClaim } from "#lib/claims/find.ts";
import { requestedDocuments } from "#lib/claims/rules/entries.ts";
import type { WireClaim } from "#lib/claims/schema.ts";
import { serializeClaim } from "#lib/claims/serialize.ts";
import { readHistory } from "#lib/events/history.ts";
import type { HistoryPage, HistoryQuery } from "#lib/events/history.ts";
import { NotFound } from "#lib/refusal.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A claim with all that its partner is told of it. */
export interface ClaimDetail {
  /** As the API answers it. */
  wire: WireClaim;
  test: boolean;
  statusSince: Date;
  /** What people call the renter; null where it is not registered any more. */
  renter: string | null;
  /** Why the partner gave it up. */
  cancelReason: string | null;
  /** The documents that the handler waits for, by type. */
  requested: string[];
}

/** A claim of this world in detail, by either identifier (portal.md § Partner side, claims); NotFound where there is none. */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, id: string): Promise<ClaimDetail> {
  const claim = await find(world, id);
  const [renter] = await sql<{ name: string }[]>`select company ->> 'company_name' as name from renters where uid = ${claim.uid}`;
  const { test, statusSince, cancelReason } = claim;
  return {
    wire: serializeClaim(claim),
    test,
    statusSince,
    renter: renter?.name ?? null,
    cancelReason,
    requested: requestedDocuments(claim),
  };
}

/** What happened to a claim of this world, the latest first; NotFound where there is none of that id. */
export async function readClaimHistory(ctx: Pick<PartnerContext, "world" | "user">, id: string, query: HistoryQuery): Promise<HistoryPage> {
  const claim = await find(ctx.world, id);
  return readHistory(ctx, sql`e.subject_id = ${claim.id}`, query);
}

async function find(world: PartnerContext["world"], id: string): Promise<Claim> {
  const claim = await findClaim({ id, world });
  if (claim === undefined) throw new NotFound(`there is no claim ${id}`, { key: "noClaim" });
  return claim;
}
