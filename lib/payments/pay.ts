import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { makeMove } from "#lib/claims/make-move.ts";
import type { HandlerContext } from "#lib/context.ts";
import { Refusal } from "#lib/errors/refusal.ts";
import type { RefusalKey } from "#lib/errors/refusal.ts";
import { eurosFromCents } from "#lib/money.ts";
import { payments as form } from "#lib/payments/schema.ts";
import type { PaymentReference } from "#lib/payments/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";

/** What became of one payment; `refused` says why, as the sentences of refusals do. */
export interface PaymentResult {
  settlementId: string;
  refused: { key: RefusalKey; values: Record<string, string | number> } | null;
}

/**
 * Marks payments as paid, each as its own move of its claim: one that somebody else paid meanwhile is refused, and the others are paid.
 * Asked twice at once, each is paid once.
 */
export async function payAll(ctx: HandlerContext, input: { payments: PaymentReference[] }): Promise<PaymentResult[]> {
  const { payments } = form.parse(input);
  assertRecentlyAuthenticated(ctx, "executePayments", { amount: eurosFromCents(await sumOf(payments)), count: payments.length });
  const results: PaymentResult[] = [];
  // One after the other, since payments of one claim wait for each other anyway.
  for (const { claimId, settlementId } of payments) {
    const refused = await makeMove(ctx, claimId, { move: "executePayment", settlementId }).then(() => null, reasonOf);
    results.push({ settlementId, refused });
  }
  return results;
}

/** In cents. */
export async function sumOf(payments: readonly PaymentReference[]): Promise<number> {
  const ids = sql.param(payments.map(({ settlementId }) => settlementId));
  const [row] = await db.execute<{ cents: number }>(sql`
    select coalesce(sum(amount_cents), 0)::float8 as cents from settlements where id = any(${ids}::text[]) and type = 'refund'`);
  return row?.cents ?? 0;
}

function reasonOf(error: unknown): PaymentResult["refused"] {
  if (!(error instanceof Refusal)) throw error;
  return { key: error.key, values: error.values };
}
