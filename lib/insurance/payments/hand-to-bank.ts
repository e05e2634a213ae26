import { sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { paymentRuns, paymentsOfRuns } from "#db/schema/payments.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { lockClaim, settlementsOf, toSettlement } from "#lib/insurance/claims/find.ts";
import { transferOf } from "#lib/insurance/claims/rules/account.ts";
import { NothingToTransfer, startPayment } from "#lib/insurance/claims/rules/actions-payments.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { findPayer } from "#lib/insurance/payments/read-account.ts";
import { paidPayments, paymentOrder } from "#lib/insurance/payments/schema.ts";
import type { PaymentOrder, PaymentReference } from "#lib/insurance/payments/schema.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { UserErrorKey } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { isBankDay } from "#lib/platform/time/bank-days.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";

/** The result of one payment; `refused` says why it was refused. */
export interface PaymentResult {
  settlementId: string;
  refused: { key: UserErrorKey; values: Record<string, string | number> } | null;
}

/**
 * Hands approved refunds of real claims to the bank, in one run whose file is then made from what is stored. A payment that is no longer to
 * be paid is left out and its result says so; a run of none is refused. A payment is in one run at most.
 */
export async function handToBank(ctx: HandlerContext, input: PaymentOrder): Promise<{ runId: string; results: PaymentResult[] }> {
  const { payments, executeOn } = paymentOrder.parse(input);
  const { userId } = ctx.actor;
  if (userId === undefined) throw new UserError("a run needs somebody who makes it", { key: "handlerOnly" });
  const payer = await findPayer();
  if (payer === undefined) throw new UserError("no account pays", { key: "payerMissing" });
  if (executeOn < dateOf(ctx.now, zone)) throw new UserError(`${executeOn} is past`, { key: "executionPast" });
  if (!isBankDay(executeOn)) throw new UserError(`banks execute no transfer on ${executeOn}`, { key: "executionNotBankDay" });
  assertRecentlyAuthenticated(ctx, "handToBank", { amount: eurosFromCents(await sumOf(payments)), count: payments.length });
  const runId = newId("pay");
  return transact(async (tx) => {
    await tx
      .insert(paymentRuns)
      .values({ id: runId, executeOn, payerHolder: payer.holder, payerIban: payer.iban, createdBy: userId, createdAt: ctx.now });
    const results: PaymentResult[] = [];
    // In one order, so that two runs of the same claims do not wait for each other in turn.
    for (const payment of payments.toSorted((a, b) => (a.claimId < b.claimId ? -1 : 1))) {
      results.push({ settlementId: payment.settlementId, refused: await start(tx, ctx, runId, payment) });
    }
    const handed = results.filter(({ refused }) => refused === null).length;
    if (handed === 0) throw new UserError("none of the payments is to be paid", { key: "nothingToPay" });
    await recordAudit(tx, ctx, { action: "payments.handedToBank", subjectId: runId, details: { executeOn, payments: handed } });
    return { runId, results };
  });
}

async function start(
  tx: Transaction,
  ctx: StaffContext,
  runId: string,
  { claimId, settlementId }: PaymentReference,
): Promise<PaymentResult["refused"]> {
  const claim = await lockClaim(tx, { id: claimId, world: "any" });
  const change = attempt(() => startPayment(claim, settlementId, ctx.now));
  if (change instanceof NothingToTransfer) return { key: "claimNothingToTransfer", values: {} };
  if (change instanceof ApiError || claim.test) return { key: "claimSettlementMoved", values: {} };
  const [account] = await tx.execute<{ holder: string; iban: string }>(sql`
    select holder, iban from payee_accounts where renter_uid = ${claim.uid} for share`);
  if (account === undefined) return { key: "accountMissing", values: { renter: claim.uid } };
  await saveClaim(tx, claim, change, { executionId: null, now: ctx.now, realTime: ctx.now });
  await tx.insert(paymentsOfRuns).values({ settlementId, runId, ...account });
  await recordAudit(tx, ctx, { action: "claim.paymentStarted", subjectId: claim.id, details: { settlementId, runId } });
  return null;
}

function attempt<Result>(decide: () => Result): Result | ApiError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Marks payments as paid, each as its own move of its claim: one that somebody else paid meanwhile is refused, and the others are paid.
 * Asked twice at once, each is paid once.
 */
export async function payAll(ctx: HandlerContext, input: z.input<typeof paidPayments>): Promise<PaymentResult[]> {
  const { payments, ...day } = paidPayments.parse(input);
  assertRecentlyAuthenticated(ctx, "executePayments", { amount: eurosFromCents(await sumOf(payments)), count: payments.length });
  const results: PaymentResult[] = [];
  // One after the other, since payments of one claim wait for each other anyway.
  for (const { claimId, settlementId } of payments) {
    const refused = await takeAction(ctx, claimId, { move: "executePayment", settlementId, ...day }).then(() => null, reasonOf);
    results.push({ settlementId, refused });
  }
  return results;
}

/** Returns the sum that the bank transfers for these payments. */
export async function sumOf(payments: readonly PaymentReference[]): Promise<Cents> {
  const ids = sql.param(payments.map(({ settlementId }) => settlementId));
  const rows = await db.execute<{ id: string; settlements: object[] }>(sql`
    select p.id, ${sql.raw(settlementsOf("p.claim_id"))} as settlements from settlements p where p.id = any(${ids}::text[])`);
  return rows.reduce((cents, { id, settlements }) => cents + (transferOf(settlements.map(toSettlement), id)?.amountCents ?? 0), 0);
}

function reasonOf(error: unknown): PaymentResult["refused"] {
  if (!(error instanceof UserError)) throw error;
  return { key: error.key, values: error.values };
}
