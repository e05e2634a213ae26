import type { Transaction } from "#db/client.ts";
import { assertMayDecide } from "#lib/account/approvals/approvers.ts";
import { writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import type { ApprovalKind } from "#lib/account/approvals/schema.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import type { Claim, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";

const kindOf = ({ type }: ClaimSettlement): ApprovalKind => (type === "charge" ? "deduction" : "refund");

/** Refuses a decision on a proposal by somebody who is no longer a handler. */
export async function assertMayDecideOn(
  tx: Transaction,
  { actor }: StaffContext,
  { settlements }: Claim,
  move: ClaimAction,
): Promise<void> {
  if (move.move !== "approveProposal" && move.move !== "declineProposal") return;
  const proposal = settlements.find(({ id }) => id === move.settlementId);
  // The rule of the claim refuses the proposer and actors without a name, with its own errors.
  if (proposal === undefined || actor.userId === undefined || actor.userId === proposal.proposedBy) return;
  await assertMayDecide(tx, actor.userId, { kind: kindOf(proposal), proposedBy: proposal.proposedBy });
}

/** Notifies the approvers of a proposal that a change of the claim made. */
export async function writeProposalNotice(tx: Transaction, { actor, now }: StaffContext, before: Claim, after: Claim): Promise<void> {
  const proposal = after.settlements.find(
    ({ id, paymentState }) => paymentState === "pending_approval" && !before.settlements.some((settlement) => settlement.id === id),
  );
  if (proposal === undefined) return;
  const { id, claimId } = after;
  const notice = {
    kind: kindOf(proposal),
    proposedBy: proposal.proposedBy,
    proposer: actor.name,
    about: claimId ?? id,
    path: `/support/claims/${id}`,
  };
  await writeApprovalNotice(tx, notice, now);
}
