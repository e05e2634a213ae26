import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ActionName, ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import {
  acceptDocument,
  noteClaim,
  recheckDocument,
  refuseDocument,
  rejectClaim,
  reopenClaim,
  requestDocument,
  takeOver,
} from "#lib/insurance/claims/rules/actions-handling.ts";
import {
  approveProposal,
  approveRefund,
  cancelSettlement,
  chargeClaim,
  declineProposal,
  executePayment,
  hasActivePayment,
  propose,
  returnPayment,
  withdrawProposal,
} from "#lib/insurance/claims/rules/actions-payments.ts";
import { assertStatus, finishChange, missingDocuments } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimChange, ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import { unknownObject } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import { matrixOf } from "#lib/insurance/claims/rules/matrix.ts";
import { weighDeduction, weighRefund } from "#lib/insurance/claims/rules/refund.ts";
import type { ClaimLocation, ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** A partial location is merged. */
export interface ClaimUpdate {
  description?: string;
  location?: Partial<ClaimLocation>;
}

/** Corrects a draft (rules/claims.md#change-1). There is no event for it. */
export function updateDraft(claim: Claim, { description, location }: ClaimUpdate, now: Date): ClaimChange {
  assertStatus(claim, ["draft"], "edited", "CLAIM_NOT_EDITABLE");
  return finishChange(claim, { description: description ?? claim.description, location: { ...claim.location, ...location } }, [], now);
}

/** Submits a draft under the insurer's number: 3002 for anything but a draft, 3004 while mandatory documents are missing. */
export function submitDraft(claim: Claim, claimId: string, now: Date): ClaimChange {
  assertStatus(claim, ["draft"], "submitted", "CLAIM_NOT_SUBMITTABLE");
  const missing = missingDocuments(claim);
  if (missing.length > 0) {
    throw new ApiError("DOCUMENTS_INCOMPLETE", `these mandatory documents are missing: ${missing.join(", ")}`);
  }
  return finishChange(claim, { draftStatus: "matched", stage: null, claimId, submittedAt: now }, ["v2.claim.created"], now);
}

/** Archives a draft, or abandons a submitted claim without an active payment (rules/claims.md#cancel-1, #cancel-2). */
export function cancelClaim(claim: Claim, reason: string, now: Date): ClaimChange {
  if (claim.status === "draft") {
    return finishChange(claim, { draftStatus: "abandonned", cancelReason: reason }, ["v2.claim.draft.archived"], now);
  }
  assertStatus(claim, ["draft", "submitted", "in_progress", "pending_info"], "cancelled");
  if (hasActivePayment(claim)) throw new ApiError("ACTIVE_PAYMENT_BLOCKING");
  return finishChange(claim, { stage: "abandoned", cancelReason: reason, abandonedAt: now }, ["v2.claim.abandoned"], now);
}

export interface ActionContext {
  now: Date;
  /** Null at the admin command. */
  handlerId: string | null;
  /** The id of the settlement that the action makes, and of a refund that replaces a returned one. */
  ids: { settlement: string; refund: string };
  /** Above this, what is paid for the insured object needs a second handler; without it, nothing does. */
  fourEyesAboveCents?: Cents | null;
  object?: InsuredObject;
  /** The day on which the bank executes the payment that the action is about, such as `2027-01-31`; null for one that is in no file. */
  executeOn?: string | null;
}

/** An approval that ignores a doubt has to say why. */
export class ReasonMissing extends ApiError {}

export function applyAction(claim: Claim, move: ClaimAction, context: ActionContext): ClaimChange {
  const { now, handlerId, ids, fourEyesAboveCents = null, object = unknownObject, executeOn = null } = context;
  // The identity of the insured was erased.
  if (claim.erasedAt !== null) throw new ApiError("CLAIM_STATUS_LOCKED", "the data of the insured was erased: the claim stays as it is");
  switch (move.move) {
    case "takeOver":
      return takeOver(claim, handlerId, now);
    case "requestDocument":
      return requestDocument(claim, move, now);
    case "acceptDocument":
      return acceptDocument(claim, move.documentId, now);
    case "refuseDocument":
      return refuse(claim, move, now);
    case "recheckDocument":
      return recheckDocument(claim, move.documentId, now);
    case "approveRefund":
      return approve(claim, move, context);
    case "approveProposal":
      assertAnswered(claim, move, amountOfProposal(claim, move.settlementId), object);
      return approveProposal(claim, move.settlementId, handlerId, now);
    case "declineProposal":
      return declineProposal(claim, move.settlementId, handlerId, now);
    case "withdrawProposal":
      return withdrawProposal(claim, move.settlementId, handlerId, now);
    case "executePayment":
      return executePayment(claim, move.settlementId, now, executeOn);
    case "returnPayment":
      return returnPayment(
        claim,
        move.settlementId,
        { returned: ids.settlement, refund: ids.refund, handlerId, fourEyesAboveCents, object },
        now,
      );
    case "chargeClaim":
      return deduct(claim, move, context);
    case "cancelSettlement":
      return cancelSettlement(claim, move.settlementId, ids.settlement, now);
    case "rejectClaim":
      return rejectClaim(claim, move.reason, now);
    case "reopenClaim":
      return reopenClaim(claim, now);
    case "noteClaim":
      return noteClaim(claim, move.note, now);
  }
}

function approve(claim: Claim, move: ClaimAction & { move: "approveRefund" }, context: ActionContext): ClaimChange {
  const { now, handlerId, ids, fourEyesAboveCents = null, object = unknownObject } = context;
  assertStatus(claim, ["in_progress"], "paid");
  const { amountCents } = move;
  assertAnswered(claim, move, amountCents, object);
  const refund = { id: ids.settlement, amountCents };
  const { secondHandlerFor } = weighRefund(claim, object, amountCents, fourEyesAboveCents);
  return secondHandlerFor.length > 0 ? propose(claim, "refund", { ...refund, handlerId }, now) : approveRefund(claim, refund, now);
}

function deduct(claim: Claim, { amountCents, reason }: ClaimAction & { move: "chargeClaim" }, context: ActionContext): ClaimChange {
  const { now, handlerId, ids, fourEyesAboveCents = null } = context;
  const deduction = { id: ids.settlement, amountCents, reason };
  const isProposed = weighDeduction(claim, amountCents, fourEyesAboveCents).length > 0;
  return isProposed ? propose(claim, "charge", { ...deduction, handlerId }, now) : chargeClaim(claim, deduction, now);
}

/** Test claims move no money, so nobody needs to answer for them. */
function assertAnswered(
  claim: Claim,
  { reason = "" }: { reason?: string | undefined },
  amountCents: Cents | null,
  object: InsuredObject,
): void {
  if (claim.test || reason !== "" || amountCents === null) return;
  const { warnings } = weighRefund(claim, object, amountCents, null);
  if (warnings.length > 0) {
    throw new ReasonMissing("CLAIM_VALIDATION_ERROR", `an approval in spite of ${warnings.join(", ")} needs a reason`);
  }
}

/** Null for a deduction, about which there are no doubts. */
function amountOfProposal({ settlements }: Claim, settlementId: string): Cents | null {
  return (
    settlements.find(({ id, type, paymentState }) => id === settlementId && type === "refund" && paymentState === "pending_approval")
      ?.amountCents ?? null
  );
}

function refuse(claim: Claim, { documentId, reason, askAgain }: ClaimAction & { move: "refuseDocument" }, now: Date): ClaimChange {
  const refused = refuseDocument(claim, documentId, reason, now);
  const entry = claim.entries.find(({ type }) => claim.documents.some((document) => document.id === documentId && document.type === type));
  if (!askAgain || entry === undefined) return refused;
  const { type, category } = entry;
  const asked = requestDocument(refused.claim, { type, category }, now);
  return { claim: asked.claim, events: [...refused.events, ...asked.events] };
}

export interface AllowedAction {
  move: ActionName;
  target: string | null;
  askAgain: boolean;
  events: ClaimEventType[];
  leadsTo: ClaimStatus;
}

/** The person whose allowed actions are computed. */
type Person = Pick<ActionContext, "handlerId" | "fourEyesAboveCents" | "object">;

/** Lists the actions that a claim allows a person now, by trying the rules themselves. */
export function allowedActions(claim: Claim, person: Person = { handlerId: null }): AllowedAction[] {
  return candidates(claim).flatMap((move) => {
    const change = attempt(claim, move, person);
    if (change === undefined) return [];
    const target = "documentId" in move ? move.documentId : "settlementId" in move ? move.settlementId : null;
    const askAgain = move.move === "refuseDocument" && move.askAgain;
    return [{ move: move.move, target, askAgain, events: change.events, leadsTo: change.claim.status }];
  });
}

/** Lists the documents that can be requested: first missing and refused ones, then others of the same product type. */
export function requestableDocuments(claim: Claim): string[] {
  const known = Object.values(matrixOf(claim.product.type) ?? {}).flatMap(({ documents }) => documents.map(({ type }) => type));
  const types = new Set([...claim.entries.map(({ type }) => type), ...known]);
  return [...types].filter((type) => attempt(claim, { move: "requestDocument", type, category: "expected" }) !== undefined);
}

/** Every conceivable action in display order, with samples of typed values. */
function candidates({ documents, settlements }: Claim): ClaimAction[] {
  const reason = "-";
  return [
    { move: "takeOver" },
    ...documents.flatMap(({ id: documentId }): ClaimAction[] => [
      { move: "acceptDocument", documentId },
      { move: "refuseDocument", documentId, reason, askAgain: false },
      { move: "refuseDocument", documentId, reason, askAgain: true },
      { move: "recheckDocument", documentId },
    ]),
    { move: "requestDocument", type: "-", category: "expected" },
    { move: "approveRefund", amountCents: 1, reason },
    ...settlements.flatMap(({ id: settlementId }): ClaimAction[] => [
      { move: "approveProposal", settlementId, reason },
      { move: "declineProposal", settlementId, reason },
      { move: "withdrawProposal", settlementId },
      { move: "executePayment", settlementId },
      { move: "returnPayment", settlementId, reason },
      { move: "cancelSettlement", settlementId, reason },
    ]),
    { move: "chargeClaim", amountCents: 1, reason },
    { move: "rejectClaim", reason },
    { move: "reopenClaim", reason },
    { move: "noteClaim", note: reason },
  ];
}

function attempt(claim: Claim, move: ClaimAction, person: Person = { handlerId: null }): ClaimChange | undefined {
  try {
    return applyAction(claim, move, { now: claim.updatedAt, ids: { settlement: "-", refund: "--" }, ...person });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
