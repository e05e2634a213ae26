import type { Claim } from "#lib/insurance/claims/claim.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** A transfer that was made to the insured, less deductions. */
export interface Payment {
  amountCents: Cents;
  paidAt: Date;
}

export interface Outcome {
  decision: "refused" | "accepted" | "settled" | "cancelled";
  /** Why it was refused; null for other decisions. */
  reason: string | null;
}

/** What the insured reads of the decision (rules/claim-links.md#open-7); undefined while there is none. */
export function outcomeOf({ status, rejectionReason, note, settlements }: Claim): Outcome | undefined {
  switch (status) {
    case "rejected":
      // Claims of earlier releases have the reason in the note.
      return { decision: "refused", reason: rejectionReason ?? note };
    case "closed":
      return { decision: "settled", reason: null };
    case "abandoned":
    case "archived":
      return { decision: "cancelled", reason: null };
    case "in_progress":
      return accountOf(settlements).transfers.length > 0 ? { decision: "accepted", reason: null } : undefined;
    case "draft":
    case "submitted":
    case "pending_info":
      return undefined;
  }
}

/** The transfers that were made, the oldest first. One that came back, or that deductions took up, is none. */
export function paymentsOf({ settlements }: Pick<Claim, "settlements">): Payment[] {
  return accountOf(settlements).transfers.flatMap(({ settlementId, state, amountCents }) => {
    const paidAt = settlements.find(({ id }) => id === settlementId)?.paymentAt ?? null;
    return state === "paid" && amountCents > 0 && paidAt !== null ? [{ amountCents, paidAt }] : [];
  });
}
