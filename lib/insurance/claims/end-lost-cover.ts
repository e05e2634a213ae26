import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { entriesOfObject } from "#lib/insurance/claims/entry-in-force.ts";
import type { ClaimContext } from "#lib/insurance/claims/save.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { findLocked } from "#lib/insurance/contracts/find.ts";
import { applyEnding, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { decideLoss } from "#lib/insurance/contracts/rules/loss.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { reviseContracts } from "#lib/insurance/contracts/save.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/** Ends the cover of a stolen product once its total theft is paid, in the transaction of the payment; the contract is locked. */
export async function endLostCover(tx: Transaction, claim: Claim, ctx: ClaimContext): Promise<void> {
  const [entry] = await tx.execute<{ cpid: string }>(sql`
    select p.cpid from contract_products k join contract_products p
      on p.cpid = any(${sql.raw(entriesOfObject("k.cid", "k.cpid"))}) and p.replaced_by is null
    where k.cid = ${claim.cid} and k.cpid = ${claim.cpid}`);
  const [before] = await findLocked(tx, [claim.cid]);
  if (entry === undefined || before === undefined) return;
  const ending = decideLoss(before, entry.cpid, claim.claimAt, `Total theft, claim ${claim.claimId ?? claim.id}`, ctx.now);
  if (ending === null) return;
  const { rates } = await findTariff(before.tariffId, tx);
  const after = { ...priceContract(before, applyEnding(before, ending), rates), updatedAt: changedAt(before.updatedAt, ctx.now) };
  if (!(await reviseContracts(tx, [{ before, after, at: ctx.now }]))) throw new Error("a locked contract changed");
  const data = serializeContract(after);
  const { worldId } = claim;
  await emit(tx, [{ worldId, eventType: eventOfEnding(ending), subjectId: claim.cid, executionId: ctx.executionId, data }], ctx);
}
