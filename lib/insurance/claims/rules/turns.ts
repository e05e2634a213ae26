import type { UserClaimStage } from "#lib/insurance/claims/claim.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

/** The party that acts next on an open claim: we, the insured with documents, or the bank with a transfer. */
export type Turn = "ours" | "insured" | "bank";

/** How long each may take, in days. */
const daysFor = { takeOver: 2, decide: 5, pay: 2, documents: 14, transfer: 3 } as const;

export interface WaitingClaim {
  status: ClaimStatus;
  stage: UserClaimStage | null;
  statusSince: Date;
  /** When the oldest refund was approved that no run handed to the bank; null without one. */
  toPaySince: Date | null;
  /** When the oldest payment was handed to the bank that is not known to be executed; null without one. */
  atBankSince: Date | null;
}

/** Returns the next party to act and its due date; null for a claim that is a draft or over. */
export function turnOf({ status, stage, statusSince, toPaySince, atBankSince }: WaitingClaim): { turn: Turn; dueAt: Date } | null {
  switch (status) {
    case "submitted":
      return { turn: "ours", dueAt: after(statusSince, daysFor.takeOver) };
    case "pending_info":
      return { turn: "insured", dueAt: after(statusSince, daysFor.documents) };
    case "in_progress":
      if (stage !== "waiting_for_payment") return { turn: "ours", dueAt: after(statusSince, daysFor.decide) };
      if (toPaySince === null && atBankSince !== null) return { turn: "bank", dueAt: after(atBankSince, daysFor.transfer) };
      return { turn: "ours", dueAt: after(toPaySince ?? statusSince, daysFor.pay) };
    default:
      return null;
  }
}

function after(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000);
}
