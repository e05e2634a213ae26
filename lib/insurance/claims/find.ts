import { getTableColumns, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { columnsWithout, fromJson, jsonOf, selectOf } from "#db/rows.ts";
import { claimDocuments, claims, settlements } from "#db/schema/claims.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { Claim, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { Cents } from "#lib/platform/money/money.ts";

const documentColumns = columnsWithout(claimDocuments, "claimId", "replacedAt");
const settlementColumns = columnsWithout(settlements, "claimId");

/** The settlements of a claim as JSON, which `toSettlement` reads, in SQL; `claimId` is SQL. */
export const settlementsOf = (claimId: string) =>
  `(select coalesce(json_agg(${jsonOf(settlementColumns, "s")} order by s.id), '[]') from settlements s where s.claim_id = ${claimId})`;

/** The columns of a claim, with its current documents and its settlements. */
const columns = sql.raw(`
  ${selectOf(getTableColumns(claims), "c")},
  (select coalesce(json_agg(${jsonOf(documentColumns, "d")} order by d.id), '[]')
    from claim_documents d where d.claim_id = c.id and d.replaced_at is null) as documents,
  ${settlementsOf("c.id")} as settlements`);

export interface ClaimReference {
  /** The claim's `id` or its `claimId`. */
  id: string;
  world: Pick<World, "id"> | "any";
}

/** The reference of a claim to be changed, by its `id` only; 2001 for a `claimId` (rules/claims.md#submit-4). */
export function referenceForWrite(world: Pick<World, "id">, id: string): ClaimReference {
  if (isClaimId(id)) throw new ApiError("CLAIM_NOT_FOUND", "no claim has this id; a claimId is accepted for reads only");
  return { id, world };
}

export async function findClaim(reference: ClaimReference): Promise<Claim | undefined> {
  return first(await db.execute(sql`select ${columns} from claims c where ${matchesReference(reference)}`));
}

/** Locks a claim for a change; 2001 for an unknown one. */
export async function lockClaim(tx: Transaction, reference: ClaimReference): Promise<Claim> {
  // Lock first, then read: the read then sees the commit of the previous holder.
  const held = await tx.execute(sql`select from claims c where ${matchesReference(reference)} for no key update`);
  const claim =
    held.length === 0 ? undefined : first(await tx.execute(sql`select ${columns} from claims c where ${matchesReference(reference)}`));
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return claim;
}

function isClaimId(id: string): boolean {
  return id.startsWith("CLM-");
}

export function matchesReference({ id, world }: ClaimReference): SQL {
  const isNamed = isClaimId(id) ? sql`c.claim_id = ${id}` : sql`c.id = ${id}`;
  return world === "any" ? isNamed : sql`${isNamed} and c.world_id = ${world.id}`;
}

const toDocument = fromJson(documentColumns);
export const toSettlement: (json: object) => ClaimSettlement = fromJson(settlementColumns);

function first(rows: readonly Record<string, unknown>[]): Claim | undefined {
  const [row] = rows as (Omit<Claim, "documents" | "settlements"> & { documents: object[]; settlements: object[] })[];
  return (
    row && {
      ...row,
      documents: row.documents.map((document) => toDocument(document)),
      settlements: row.settlements.map((settlement) => toSettlement(settlement)),
    }
  );
}

/** The net cost of a claim, from its settlements as `settlementsOf` reads them; null while nothing was paid or approved. */
export function netOf(stored: readonly object[]): Cents | null {
  const { transfers, netCents } = accountOf(stored.map(toSettlement));
  return transfers.length === 0 ? null : netCents;
}
