import type { Transaction } from "#db/client.ts";
import { assertMayDecide } from "#lib/approvals/approvers.ts";
import { writeApprovalMail } from "#lib/approvals/mail.ts";
import type { ApprovalKind } from "#lib/approvals/schema.ts";
import type { Claim, ClaimSettlement } from "#lib/claims/claim.ts";
import type { ClaimMove } from "#lib/claims/schema-desk.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Mail } from "#lib/mail.ts";

const kindOf = ({ type }: ClaimSettlement): ApprovalKind => (type === "charge" ? "deduction" : "refund");

/** Refuses a decision on a proposal by somebody who is no longer a handler. */
export async function assertMayDecideOn(tx: Transaction, { actor }: StaffContext, { settlements }: Claim, move: ClaimMove): Promise<void> {
  if (move.move !== "approveProposal" && move.move !== "declineProposal") return;
  const proposal = settlements.find(({ id }) => id === move.settlementId);
  if (proposal === undefined) return;
  await assertMayDecide(tx, actor.userId, { kind: kindOf(proposal), proposedBy: proposal.proposedBy });
}

/** Writes the mail about a proposal that a change of the claim made; undefined where it made none. */
export async function writeProposalMail(tx: Transaction, { actor }: StaffContext, before: Claim, after: Claim): Promise<Mail | undefined> {
  const proposal = after.settlements.find(
    ({ id, paymentState }) => paymentState === "pending_approval" && !before.settlements.some((known) => known.id === id),
  );
  if (proposal === undefined) return undefined;
  const { id, claimId } = after;
  return writeApprovalMail(tx, {
    kind: kindOf(proposal),
    proposedBy: proposal.proposedBy,
    proposer: actor.name,
    about: claimId ?? id,
    path: `/support/claims/${id}`,
  });
}
