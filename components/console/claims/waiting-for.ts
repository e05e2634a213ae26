import type { ClaimData } from "#components/console/claims/queries.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";

/** Says of a claim in progress whether a second handler or a transfer is awaited, beside what its status says. */
export function waitingFor({ status, settlements }: ClaimData): ClaimData["status"] | "second_handler" | "to_pay" | "at_bank" {
  const has = (state: PaymentState) => settlements.some(({ paymentState }) => paymentState === state);
  if (status !== "in_progress") return status;
  return has("pending_approval") ? "second_handler" : has("approved") ? "to_pay" : has("executing") ? "at_bank" : status;
}
