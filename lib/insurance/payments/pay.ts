import { sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { HandlerContext } from "#lib/account/worlds/context.ts";
import { settlementsOf, toSettlement } from "#lib/insurance/claims/find.ts";
import { transferOf } from "#lib/insurance/claims/rules/account.ts";
import { takeAction } from "#lib/insurance/claims/take-action.ts";
import { paidPayments } from "#lib/insurance/payments/schema.ts";
import type { PaymentReference } from "#lib/insurance/payments/schema.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { UserErrorKey } from "#lib/platform/errors/user-error.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** The result of one payment; `refused` says why it was refused. */
export interface PaymentResult {
  settlementId: string;
  refused: { key: UserErrorKey; values: Record<string, string | number> } | null;
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
