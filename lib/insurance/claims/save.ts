import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { claimDocuments, claims, settlements, strayFiles } from "#db/schema/claims.ts";
import type { WorldContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { writeInsuredNotices } from "#lib/insurance/claims/insured-notices.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import type { Moment } from "#lib/platform/time/clock.ts";

/** `executionId` is null for changes by staff. */
export type ClaimContext = Omit<WorldContext, "world">;

/**
 * Writes the difference between a locked claim and its change, with the events of the change and the messages to the insured. The sweep deletes the files of replaced
 * documents.
 */
export async function saveClaim(tx: Transaction, before: Claim, change: ClaimChange, ctx: ClaimContext): Promise<void> {
  await writeDifference(tx, before, change.claim, ctx);
  await emitClaim(tx, change, ctx);
  await writeInsuredNotices(tx, before, change, ctx);
}

/** Emits the events of a change, each with the complete claim (rules/events.md#emit-2). */
export async function emitClaim(tx: Transaction, { claim, events }: ClaimChange, ctx: ClaimContext): Promise<void> {
  const data = serializeClaim(claim);
  await emit(
    tx,
    events.map((eventType) => ({ worldId: claim.worldId, eventType, subjectId: claim.id, executionId: ctx.executionId, data })),
    ctx,
  );
}

export async function insertClaim(tx: Transaction, { documents: _none, settlements: _noneEither, ...row }: Claim): Promise<void> {
  await tx.insert(claims).values(row);
}

export async function nextClaimId(tx: Transaction): Promise<string> {
  const [row] = await tx.execute<{ number: string }>(sql`select nextval('claim_numbers') as number`);
  if (row === undefined) throw new Error("the sequence of claim numbers gave none");
  return `CLM-${row.number}`;
}

async function writeDifference(tx: Transaction, before: Claim, after: Claim, { now, realTime }: Moment): Promise<void> {
  const { id, documents, settlements: allSettlements, ...row } = after;
  await tx
    .update(claims)
    .set(row)
    .where(sql`${claims.id} = ${id}`);
  const replaced = before.documents.filter((document) => !documents.some((kept) => kept.id === document.id));
  if (replaced.length > 0) {
    const ids = replaced.map((document) => document.id);
    await tx
      .update(claimDocuments)
      .set({ replacedAt: now })
      .where(sql`${claimDocuments.id} = any(${sql.param(ids)}::text[])`);
    await tx.insert(strayFiles).values(replaced.map(({ storageKey }) => ({ storageKey, since: realTime })));
  }
  for (const document of changed(before.documents, documents)) {
    const values = { ...document, claimId: id };
    await tx.insert(claimDocuments).values(values).onConflictDoUpdate({ target: claimDocuments.id, set: values });
  }
  for (const settlement of changed(before.settlements, allSettlements)) {
    const values = { ...settlement, claimId: id };
    await tx.insert(settlements).values(values).onConflictDoUpdate({ target: settlements.id, set: values });
  }
}

function changed<Row extends { id: string }>(before: readonly Row[], after: readonly Row[]): Row[] {
  const earlier = new Map(before.map((row) => [row.id, row]));
  return after.filter((row) => !isDeepStrictEqual(row, earlier.get(row.id)));
}
