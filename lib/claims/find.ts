import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { Claim } from "#lib/claims/claim.ts";
import type { World } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";

type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Stored<Item>[]
    : T extends object
      ? { [Key in keyof T]: Stored<T[Key]> }
      : T;

/** The columns of a claim, with its current documents and its settlements. */
const columns = sql.raw(`
  c.id, c.claim_id as "claimId", c.world_id as "worldId", c.uid, c.cid, c.cpid, c.test, c.draft_status as "draftStatus", c.stage, c.status,
  c.status_since as "statusSince", c.can_submit as "canSubmit", c.type, c.subtype, c.claim_at as "claimAt", c.description, c.product, c.location,
  c.insured, c.questions, c.entries, c.note, c.cancel_reason as "cancelReason", c.handler_id as "handlerId", c.created_at as "createdAt",
  c.updated_at as "updatedAt", c.submitted_at as "submittedAt", c.closed_at as "closedAt", c.reopened_at as "reopenedAt",
  c.abandoned_at as "abandonedAt",
  (select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'title', d.title, 'mimeType', d.mime_type, 'sizeBytes', d.size_bytes,
      'storageKey', d.storage_key, 'status', d.status, 'refusalReason', d.refusal_reason, 'comment', d.note, 'createdAt', d.created_at,
      'updatedAt', d.updated_at, 'acceptedAt', d.accepted_at, 'refusedAt', d.refused_at) order by d.id), '[]')
    from claim_documents d where d.claim_id = c.id and d.replaced_at is null) as documents,
  (select coalesce(json_agg(json_build_object('id', s.id, 'type', s.type, 'amountCents', s.amount_cents, 'paymentState', s.payment_state,
      'paymentAt', s.payment_at, 'concerns', s.concerns, 'createdAt', s.created_at) order by s.id), '[]')
    from settlements s where s.claim_id = c.id) as settlements`);

export interface ClaimReference {
  /** The claim's `id` or its `claimId`. */
  id: string;
  world: Pick<World, "id"> | "any";
}

/** The reference of a claim to be changed, by its `id` only; 2001 for a `claimId` (partner-api.md § Claims, Rules). */
export function referenceForWrite(world: Pick<World, "id">, id: string): ClaimReference {
  if (isClaimId(id)) throw new ApiError("CLAIM_NOT_FOUND", "no claim has this id; a claimId is accepted for reads only");
  return { id, world };
}

export async function findClaim(reference: ClaimReference): Promise<Claim | undefined> {
  return first(await db.execute(sql`select ${columns} from claims c where ${matchesReference(reference)}`));
}

/** Locks a claim for a change; 2001 for an unknown one. */
export async function lockClaim(tx: Transaction, reference: ClaimReference): Promise<Claim> {
  // Lock first, then read: the read then sees what the previous holder committed.
  const held = await tx.execute(sql`select from claims c where ${matchesReference(reference)} for no key update`);
  const claim =
    held.length === 0 ? undefined : first(await tx.execute(sql`select ${columns} from claims c where ${matchesReference(reference)}`));
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return claim;
}

function isClaimId(id: string): boolean {
  return id.startsWith("CLM-");
}

function matchesReference({ id, world }: ClaimReference): SQL {
  const isNamed = isClaimId(id) ? sql`c.claim_id = ${id}` : sql`c.id = ${id}`;
  return world === "any" ? isNamed : sql`${isNamed} and c.world_id = ${world.id}`;
}

function first(rows: readonly Record<string, unknown>[]): Claim | undefined {
  const [row] = rows as unknown as Stored<Claim>[];
  return row === undefined ? undefined : revive(row);
}

function revive(row: Stored<Claim>): Claim {
  return {
    ...row,
    ...dates(row, ["statusSince", "claimAt", "createdAt", "updatedAt"]),
    submittedAt: dateOrNull(row.submittedAt),
    closedAt: dateOrNull(row.closedAt),
    reopenedAt: dateOrNull(row.reopenedAt),
    abandonedAt: dateOrNull(row.abandonedAt),
    documents: row.documents.map((document) => ({
      ...document,
      ...dates(document, ["createdAt", "updatedAt"]),
      acceptedAt: dateOrNull(document.acceptedAt),
      refusedAt: dateOrNull(document.refusedAt),
    })),
    settlements: row.settlements.map((settlement) => ({
      ...settlement,
      createdAt: new Date(settlement.createdAt),
      paymentAt: dateOrNull(settlement.paymentAt),
    })),
  };
}

function dates<Key extends string>(row: Record<Key, string>, keys: readonly Key[]): Record<Key, Date> {
  return Object.fromEntries(keys.map((key) => [key, new Date(row[key])])) as Record<Key, Date>;
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
