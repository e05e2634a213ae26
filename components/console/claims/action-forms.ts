import type { ReactNode } from "react";
import type { z } from "zod";
import { actionForms } from "#lib/insurance/claims/desk/schema.ts";
import type { ActionName, ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

export interface ActionDialogProps {
  claim: Pick<DeskClaim, "id" | "updatedAt" | "status" | "moves" | "requestable"> & {
    yours?: boolean;
    documents: readonly Pick<DeskClaim["documents"][number], "id" | "type">[];
    settlements: readonly Pick<DeskClaim["settlements"][number], "id" | "type" | "amountCents">[];
    account: Pick<DeskClaim["account"], "transfers">;
  };
  /** The claim that amounts are weighed against; absent in the sandbox, where no money moves. */
  money?: DeskClaim;
  action: AllowedAction;
  send: (move: ClaimAction) => Promise<void>;
  close: () => void;
  /** Puts the focus back once it is closed. */
  restoreFocus: () => void;
  renderError: (error: unknown) => ReactNode;
  /** Says what another person did meanwhile. */
  renderOvertaken?: () => ReactNode;
  /** Offers texts for the reason, where there are some. */
  renderTemplates?: (onChoose: (text: string) => void) => ReactNode;
}

export interface Typed extends Record<string, unknown> {
  type?: string;
  category?: string;
  reason?: string;
  askAgain?: boolean;
  /** The amount as it is typed; the schema converts it to cents. */
  amountCents?: string;
  note?: string;
  /** The bank day of a payment that is in no file. */
  paidOn?: string;
}

interface Form {
  schema: z.ZodType;
  begin: Typed;
}

const reasoned: Form = { schema: actionForms.reasoned, begin: { reason: "" } };
const confirmed: Form = { schema: actionForms.confirmed, begin: {} };
export const forms: Record<ActionName, Form> = {
  takeOver: confirmed,
  requestDocument: { schema: actionForms.requestDocument, begin: { type: "", category: "expected", note: "" } },
  acceptDocument: confirmed,
  refuseDocument: { schema: actionForms.refuseDocument, begin: { reason: "", askAgain: false } },
  recheckDocument: confirmed,
  approveRefund: { schema: actionForms.approveRefund, begin: { amountCents: "", reason: "" } },
  approveProposal: { schema: actionForms.approveProposal, begin: { reason: "" } },
  declineProposal: reasoned,
  withdrawProposal: confirmed,
  executePayment: { schema: actionForms.executePayment, begin: {} },
  returnPayment: reasoned,
  chargeClaim: { schema: actionForms.chargeClaim, begin: { amountCents: "", reason: "" } },
  cancelSettlement: reasoned,
  rejectClaim: reasoned,
  reopenClaim: reasoned,
  noteClaim: { schema: actionForms.noteClaim, begin: { note: "" } },
};

/** The actions whose reason the partner reads; all other reasons are for the audit log. */
export const readByPartner: readonly ActionName[] = ["refuseDocument", "rejectClaim", "chargeClaim"];

/** These need a reason only where something speaks against them. */
export const reasonForWarnings: readonly ActionName[] = ["approveRefund", "approveProposal"];

/** Builds the request. Moves on the claim as a whole carry `seen`, the version that the handler saw. */
export function toAction(claim: { updatedAt: Date }, { move, target }: AllowedAction, typed: Typed): ClaimAction {
  const about =
    target === null
      ? { seen: claim.updatedAt.toISOString() }
      : move.endsWith("Document")
        ? { documentId: target }
        : { settlementId: target };
  const { reason, ...rest } = typed;
  return { move, ...about, ...rest, ...(reason !== undefined && reason !== "" && { reason }) } as ClaimAction;
}
