import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { contracts, products } from "#db/schema/contracts.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { forgetContract } from "#lib/account/search/forget.ts";
import type { ActingContext } from "#lib/account/worlds/context.ts";
import { eraseClaim } from "#lib/developer/erasure/erase-claim.ts";
import { readClaims } from "#lib/developer/erasure/find-person.ts";
import { mentionsOf, redact } from "#lib/developer/erasure/rules/person.ts";
import { eraseParty, erased } from "#lib/developer/erasure/rules/wire.ts";
import { eraseTracesOf } from "#lib/developer/erasure/traces.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Erases the data of persons from a contract with its claims, events, calls and history. Its term, options, products, prices, the premium
 * ledger and statements stay as they are. The contract itself comes last, so that it is found again until all is done. Throws a UserError
 * while it or one of its claims is open.
 */
export async function eraseContract(
  ctx: ActingContext,
  { cid, worldId }: { cid: string; worldId: number },
  reason?: string,
): Promise<void> {
  const [found] = await db.select({ status: contracts.status }).from(contracts).where(eq(contracts.cid, cid));
  if (found === undefined) return;
  assertEnded(cid, found.status);
  for (const claim of await readClaims([cid], [])) await eraseClaim(ctx, claim, reason);
  await eraseTracesOf({ worldId, ids: [cid] });
  await db.transaction(async (tx) => {
    // A claim that is being made refers to the contract, and waits for this lock.
    const [contract] = await tx.select().from(contracts).where(eq(contracts.cid, cid)).for("update");
    if (contract === undefined || contract.erasedAt !== null) return;
    assertEnded(cid, contract.status);
    const left = await tx.execute(sql`select from claims where cid = ${cid} and erased_at is null limit 1`);
    if (left.length > 0) {
      throw new UserError(`a claim was made on the contract ${cid} meanwhile`, { key: "erasureContractChanged", values: { cid } });
    }
    const { company, individual, endReason } = contract;
    await redactHidden(tx, cid, [company, individual]);
    await tx.execute(sql`
      update contract_products set data = '{}', end_reason = case when end_reason is not null then ${erased} end where cid = ${cid}`);
    await tx.execute(sql`delete from claim_links where cid = ${cid}`);
    await tx
      .update(contracts)
      .set({
        company: eraseParty(company),
        individual: eraseParty(individual),
        endReason: endReason === null ? null : erased,
        revision: contract.revision + 1,
        erasedAt: ctx.now,
      })
      .where(eq(contracts.cid, cid));
    await recordAudit(tx, ctx, {
      action: "person.erased",
      subjectId: cid,
      ...(reason !== undefined && { reason }),
      details: { from: "contract" },
    });
    await forgetContract(tx, cid);
  });
}

type Party = Partial<Record<"first_name" | "last_name" | "email" | "phone_number", string | undefined>>;

/** The brand and model of inline products may contain the owner's name. */
async function redactHidden(tx: Transaction, cid: string, parties: readonly (Party | null)[]): Promise<void> {
  const given = parties.filter((party) => party !== null);
  const mentions = mentionsOf({
    emails: given.flatMap(({ email }) => email ?? []),
    phones: given.flatMap(({ phone_number: phone }) => phone ?? []),
    names: given.map(({ first_name: first = "", last_name: last = "" }) => ({ first, last })),
  });
  const hidden = await tx
    .select({ id: products.id, title: products.title, data: products.data })
    .from(products)
    .where(sql`${products.hidden} and ${products.id} in (select product_id from contract_products where cid = ${cid})`);
  for (const { id, ...texts } of hidden) {
    const written = redact(texts, mentions) as typeof texts;
    if (written !== texts) await tx.update(products).set(written).where(eq(products.id, id));
  }
}

function assertEnded(cid: string, status: string): void {
  if (status !== "open") return;
  throw new UserError(`the contract ${cid} is open: the person is insured by it`, { key: "erasureContractOpen", values: { cid } });
}
