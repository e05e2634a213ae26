import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { entriesOfObject } from "#lib/insurance/claims/cover.ts";
import { lockClaim, matchesReference, settlementsOf, toSettlement } from "#lib/insurance/claims/find.ts";
import type { ClaimReference } from "#lib/insurance/claims/find.ts";
import { othersOf } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import { coverAt } from "#lib/insurance/contracts/rules/cover.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

interface Row extends Record<string, unknown> {
  valueCents: number;
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
  /** The settlements of each claim. */
  others: object[][];
}

/** Reads the cover and all claims of the contract product, which a claim's money is weighed against (rules/settlements.md#weigh-1). */
export async function readObject(
  { id, cid, cpid, claimAt }: Pick<Claim, "id" | "cid" | "cpid" | "claimAt">,
  tx: Transaction | typeof db = db,
): Promise<InsuredObject> {
  const [row] = await tx.execute<Row>(sql`
    with object as (select ${sql.raw(entriesOfObject("k.cid", "k.cpid"))} as cpids from contract_products k where k.cid = ${cid} and k.cpid = ${cpid})
    select p.value_excl_cents::float8 as "valueCents", p.status, p.start_date, p.end_date,
      (select coalesce(json_agg(${sql.raw(settlementsOf("c.id"))}), '[]') from claims c where c.cpid = any(object.cpids) and c.id <> ${id}) as others
    from object join contract_products p on p.cpid = any(object.cpids) and p.replaced_by is null`);
  if (row === undefined) return { valueCents: null, atLoss: null, others: othersOf([]) };
  const { valueCents, others, ...cover } = row;
  return {
    valueCents,
    atLoss: coverAt(cover, claimAt),
    others: othersOf(others.map((settlements) => settlements.map(toSettlement))),
  };
}

/**
 * Locks a claim for a change of its money, and before it the contract: two approvals on two claims of one object wait for each other, so
 * that the second sees the first. Always in this order. 2001 for an unknown claim.
 */
export async function lockWithObject(tx: Transaction, reference: ClaimReference): Promise<{ claim: Claim; object: InsuredObject }> {
  const [row] = await tx.execute<{ cid: string }>(sql`select c.cid from claims c where ${matchesReference(reference)}`);
  if (row === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  await tx.execute(sql`select from contracts where cid = ${row.cid} for no key update`);
  const claim = await lockClaim(tx, reference);
  return { claim, object: await readObject(claim, tx) };
}
