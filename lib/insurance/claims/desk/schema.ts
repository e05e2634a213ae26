import { z } from "zod";
import { documentCategories } from "#db/schema/enums.ts";
import { queueFilters } from "#lib/insurance/claims/list-filters.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import { maxReasonLength } from "#lib/platform/text/characters.ts";
import { typedAmount } from "#lib/platform/text/typed-numbers.ts";
import { reason } from "#lib/platform/wire/reason.ts";

export const queueQuery = listQuery(queueFilters);
export type QueueQuery = z.output<typeof queueQuery>;

export const queueCountsQuery = queueQuery.pick({ partner: true, kind: true });
export type QueueCountsQuery = z.output<typeof queueCountsQuery>;

/** Well above the highest product value, so that typing errors are refused. */
export const maxAmountCents = 5_000_000;

export const maxNoteLength = 2_000;
export const maxDocumentTypeLength = 120;

const amountCents = z.int().min(1).max(maxAmountCents);
const identifier = z.string().min(1).max(128);

/** The `updatedAt` that the handler saw; the action is refused where the claim has changed since. */
const seen = z.iso.datetime().optional();

export const actionSchemas = {
  /** `seenHandler`: the handler that the claim had when it was looked at, null for none. */
  takeOver: z.strictObject({ move: z.literal("takeOver"), seen, seenHandler: identifier.nullable().optional() }),
  requestDocument: z.strictObject({
    move: z.literal("requestDocument"),
    seen,
    type: z.string().trim().min(1).max(maxDocumentTypeLength),
    category: z.enum(documentCategories),
    note: z.string().trim().max(maxNoteLength).optional(),
  }),
  acceptDocument: z.strictObject({ move: z.literal("acceptDocument"), documentId: identifier }),
  /** The partner reads the reason; `askAgain` requests the document again in the same action. */
  refuseDocument: z.strictObject({ move: z.literal("refuseDocument"), documentId: identifier, reason, askAgain: z.boolean() }),
  /** Takes an acceptance back. */
  recheckDocument: z.strictObject({ move: z.literal("recheckDocument"), documentId: identifier }),
  /** The reason answers doubts; without any, it may be left out. */
  approveRefund: z.strictObject({ move: z.literal("approveRefund"), seen, amountCents, reason: reason.optional() }),
  /** `paidOn`: the bank day on which a refund that is in no file was paid; the last one unless it is given. */
  executePayment: z.strictObject({ move: z.literal("executePayment"), settlementId: identifier, paidOn: z.iso.date().optional() }),
  returnPayment: z.strictObject({ move: z.literal("returnPayment"), settlementId: identifier, reason }),
  chargeClaim: z.strictObject({ move: z.literal("chargeClaim"), seen, amountCents, reason }),
  cancelSettlement: z.strictObject({ move: z.literal("cancelSettlement"), settlementId: identifier, reason }),
  rejectClaim: z.strictObject({ move: z.literal("rejectClaim"), seen, reason }),
  reopenClaim: z.strictObject({ move: z.literal("reopenClaim"), seen, reason }),
  noteClaim: z.strictObject({ move: z.literal("noteClaim"), seen, note: z.string().trim().min(1).max(maxNoteLength) }),
};

/** The actions on a refund or a deduction that needs a second handler; the sandbox has none. */
const proposalSchemas = {
  approveProposal: z.strictObject({ move: z.literal("approveProposal"), settlementId: identifier, reason: reason.optional() }),
  declineProposal: z.strictObject({ move: z.literal("declineProposal"), settlementId: identifier, reason }),
  withdrawProposal: z.strictObject({ move: z.literal("withdrawProposal"), settlementId: identifier }),
};

/** A note on a claim for colleagues. */
export const internalNote = z.object({ text: z.string().trim().min(1).max(4000) });

/** Several documents asked for at once. The insured and the partner read the note beside each of them. */
export const documentRequests = z.strictObject({
  seen: z.iso.datetime(),
  documents: z
    .array(actionSchemas.requestDocument.pick({ type: true, category: true }))
    .min(1)
    .max(20),
  note: z.string().trim().max(maxNoteLength),
});
export type DocumentRequests = z.output<typeof documentRequests>;

export const unpricedAction = z.discriminatedUnion("move", [
  actionSchemas.takeOver,
  actionSchemas.requestDocument,
  actionSchemas.acceptDocument,
  actionSchemas.refuseDocument,
  actionSchemas.recheckDocument,
  actionSchemas.executePayment,
  actionSchemas.returnPayment,
  actionSchemas.cancelSettlement,
  actionSchemas.rejectClaim,
  actionSchemas.reopenClaim,
  actionSchemas.noteClaim,
]);

export const claimAction = z.discriminatedUnion("move", [
  unpricedAction,
  actionSchemas.approveRefund,
  actionSchemas.chargeClaim,
  proposalSchemas.approveProposal,
  proposalSchemas.declineProposal,
  proposalSchemas.withdrawProposal,
]);
export type ClaimAction = z.output<typeof claimAction>;
export type ActionName = ClaimAction["move"];
/** The actions that the sandbox plays. */
export const actionNames = Object.keys(actionSchemas) as (keyof typeof actionSchemas)[];

/** Empty if there is none. */
const optionalReason = z.string().trim().max(maxReasonLength);

export const actionForms = {
  requestDocument: actionSchemas.requestDocument.pick({ type: true, category: true, note: true }),
  refuseDocument: actionSchemas.refuseDocument.pick({ reason: true, askAgain: true }),
  approveRefund: z.strictObject({ amountCents: typedAmount(maxAmountCents), reason: optionalReason }),
  approveProposal: z.strictObject({ reason: optionalReason }),
  chargeClaim: z.strictObject({ amountCents: typedAmount(maxAmountCents), reason }),
  noteClaim: actionSchemas.noteClaim.pick({ note: true }),
  executePayment: actionSchemas.executePayment.pick({ paidOn: true }),
  reasoned: z.strictObject({ reason }),
  confirmed: z.strictObject({}),
};
