import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { claims } from "#db/schema/claims.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { forget } from "#lib/account/search/forget.ts";
import type { ActingContext } from "#lib/account/worlds/context.ts";
import { erased, eraseClaim as decide } from "#lib/developer/erasure/rules/wire.ts";
import { eraseTracesOf } from "#lib/developer/erasure/traces.ts";
import { lockClaim } from "#lib/insurance/claims/find.ts";
import { hasActivePayment } from "#lib/insurance/claims/rules/actions-payments.ts";
import { finalStatuses } from "#lib/insurance/claims/schema.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { deleteStrayFiles } from "#lib/insurance/claims/stray-files.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Erases the data of persons from a claim with its documents, notes, links, events, calls and history; its type, dates, status and amounts
 * stay. The claim itself comes last, so that it is found again until all is done. Throws a UserError while it is open.
 */
export async function eraseClaim(ctx: ActingContext, { id, worldId }: { id: string; worldId: number }, reason?: string): Promise<void> {
  const [stored] = await db.select({ claimId: claims.claimId, status: claims.status }).from(claims).where(eq(claims.id, id));
  if (stored === undefined) return;
  assertOver(id, stored.status);
  await eraseTracesOf({ worldId, ids: [id, ...(stored.claimId === null ? [] : [stored.claimId])] });
  const files = await db.transaction(async (tx) => {
    const claim = await lockClaim(tx, { id, world: { id: worldId } });
    if (claim.erasedAt !== null) return [];
    assertOver(id, claim.status);
    if (hasActivePayment(claim)) throw paymentUnderWay(id);
    const keys = await removeDocuments(tx, id, ctx.now);
    await tx.execute(sql`delete from claim_notes where claim_id = ${id}`);
    await tx.execute(sql`delete from claim_links where claim_id = ${id}`);
    const { email } = claim.insured;
    if (email !== undefined) {
      await tx.execute(sql`delete from notices where recipient = ${email} and starts_with(cause, ${`${id} `})`);
      await tx.execute(sql`delete from mailbox where recipient = ${email}`);
    }
    await tx.execute(sql`delete from sandbox_scenarios where claim_id = ${id}`);
    await tx.execute(sql`update settlements set reason = null where claim_id = ${id} and reason is not null`);
    await tx
      .update(claims)
      .set({
        ...decide(claim),
        note: null,
        rejectionReason: null,
        cancelReason: claim.cancelReason === null ? null : erased,
        erasedAt: ctx.now,
      })
      .where(eq(claims.id, id));
    await recordAudit(tx, ctx, {
      action: "person.erased",
      subjectId: id,
      ...(reason !== undefined && { reason }),
      details: { from: "claim", documents: keys.length },
    });
    await forget(tx, { claims: [id] });
    return keys;
  });
  // Those that cannot be deleted now are left to the sweep.
  if (files.length > 0) await deleteStrayFiles(files);
}

/** Documents with those that were replaced before; returns the keys of their files, which are stray from then on. */
async function removeDocuments(tx: Transaction, claimId: string, now: Date): Promise<string[]> {
  const removed = await tx.execute<{ storageKey: string }>(sql`
    with removed as (delete from claim_documents where claim_id = ${claimId} returning storage_key), noted as (
      insert into stray_files (storage_key, since) select storage_key, ${now} from removed on conflict do nothing
    ) select storage_key from removed`);
  return removed.map(({ storageKey }) => storageKey);
}

export function paymentUnderWay(id: string): UserError {
  return new UserError(`a payment of the claim ${id} is under way`, { key: "erasurePaymentUnderWay", values: { claim: id } });
}

function assertOver(id: string, status: ClaimStatus): void {
  if (finalStatuses.includes(status)) return;
  throw new UserError(`the claim ${id} is ${status}: it is handled with the data of the insured until it is over`, {
    key: "erasureClaimOpen",
    values: { claim: id },
  });
}
