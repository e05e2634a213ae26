import type { z } from "zod";
import type { AllowedMove } from "#lib/insurance/claims/rules/moves.ts";
import { moveForms } from "#lib/insurance/claims/schema-desk.ts";
import type { ClaimMove, MoveName } from "#lib/insurance/claims/schema-desk.ts";

/** What is typed into the form of a move. */
export interface Typed extends Record<string, unknown> {
  type?: string;
  category?: string;
  reason?: string;
  askAgain?: boolean;
  /** As it is typed; the schema makes cents of it. */
  amountCents?: string;
  note?: string;
}

interface Form {
  schema: z.ZodType;
  begin: Typed;
}

const reasoned: Form = { schema: moveForms.reasoned, begin: { reason: "" } };
const confirmed: Form = { schema: moveForms.confirmed, begin: {} };
export const forms: Record<MoveName, Form> = {
  takeOver: confirmed,
  requestDocument: { schema: moveForms.requestDocument, begin: { type: "", category: "expected", note: "" } },
  acceptDocument: confirmed,
  refuseDocument: { schema: moveForms.refuseDocument, begin: { reason: "", askAgain: false } },
  recheckDocument: confirmed,
  approveRefund: { schema: moveForms.approveRefund, begin: { amountCents: "", reason: "" } },
  approveProposal: { schema: moveForms.approveProposal, begin: { reason: "" } },
  declineProposal: reasoned,
  withdrawProposal: confirmed,
  executePayment: confirmed,
  returnPayment: reasoned,
  chargeClaim: { schema: moveForms.chargeClaim, begin: { amountCents: "", reason: "" } },
  cancelSettlement: reasoned,
  rejectClaim: reasoned,
  reopenClaim: reasoned,
  noteClaim: { schema: moveForms.noteClaim, begin: { note: "" } },
};

/** What the partner reads of what is typed; all other reasons are for the audit log. */
export const readByPartner: readonly MoveName[] = ["refuseDocument", "rejectClaim"];

/** These need a reason only where something speaks against them. */
export const reasonForDoubts: readonly MoveName[] = ["approveRefund", "approveProposal"];

/** Builds the request. Moves on the claim as a whole carry `seen`, the version that the handler saw. */
export function toMove(claim: { updatedAt: Date }, { move, target }: AllowedMove, typed: Typed): ClaimMove {
  const about =
    target === null
      ? { seen: claim.updatedAt.toISOString() }
      : move.endsWith("Document")
        ? { documentId: target }
        : { settlementId: target };
  const { reason, ...rest } = typed;
  return { move, ...about, ...rest, ...(reason !== undefined && reason !== "" && { reason }) } as ClaimMove;
}
