import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimStatus, SettlementType } from "#lib/insurance/claims/schema.ts";

/** The words for an action: going on with one's own claim, cancelling a deduction and settling a refund have words of their own. */
export type ActionLabels = ActionName | "goOn" | "cancelCharge" | "settleRefund";

/** `yours` is true for a claim that the reader handles. */
export interface Worded {
  status: ClaimStatus;
  yours?: boolean;
  settlements: readonly { id: string; type: SettlementType }[];
  account: Pick<ClaimAccount, "transfers">;
}

/** True if a handler takes over their own claim: they go on without the documents that they asked for. */
export function goesOn({ status, yours }: Pick<Worded, "status" | "yours">): boolean {
  return yours === true && status === "pending_info";
}

export function wordsOf(
  { settlements, account, ...claim }: Worded,
  { move, target }: Pick<AllowedAction, "move" | "target">,
): ActionLabels {
  if (move === "takeOver" && goesOn(claim)) return "goOn";
  // Deductions take up the whole refund, so there is no transfer to confirm.
  const transfer = account.transfers.find(({ settlementId }) => settlementId === target);
  if (move === "executePayment" && transfer?.amountCents === 0) return "settleRefund";
  const isCharge = move === "cancelSettlement" && settlements.some(({ id, type }) => id === target && type === "charge");
  return isCharge ? "cancelCharge" : move;
}
