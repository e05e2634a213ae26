import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";
import { queueFilters } from "#lib/claims/list-filters.ts";
import { documentCategories } from "#lib/claims/schema.ts";
import { listQuery } from "#lib/portal-lists.ts";

export const queueQuery = listQuery(queueFilters);
export type QueueQuery = z.output<typeof queueQuery>;

export const queueCountsQuery = queueQuery.pick({ partner: true, kind: true });
export type QueueCountsQuery = z.output<typeof queueCountsQuery>;

/** In euros: well above the highest product value, so that typing errors are refused. */
const maxAmount = 50_000;

const maxNoteLength = 2_000;
const maxDocumentTypeLength = 120;

const amount = z.number().min(0.01).max(maxAmount).multipleOf(0.01);
const identifier = z.string().min(1).max(128);

/** The `updatedAt` that the handler saw; the move is refused where the claim has changed since. */
const seen = z.iso.datetime().optional();

const moveSchemas = {
  takeOver: z.strictObject({ move: z.literal("takeOver"), seen }),
  requestDocument: z.strictObject({
    move: z.literal("requestDocument"),
    seen,
    type: z.string().trim().min(1).max(maxDocumentTypeLength),
    category: z.enum(documentCategories),
  }),
  acceptDocument: z.strictObject({ move: z.literal("acceptDocument"), documentId: identifier }),
  /** The partner reads the reason; `askAgain` requests the document again in the same move. */
  refuseDocument: z.strictObject({ move: z.literal("refuseDocument"), documentId: identifier, reason, askAgain: z.boolean() }),
  approveRefund: z.strictObject({ move: z.literal("approveRefund"), seen, amount }),
  executePayment: z.strictObject({ move: z.literal("executePayment"), settlementId: identifier }),
  returnPayment: z.strictObject({ move: z.literal("returnPayment"), settlementId: identifier, reason }),
  chargeClaim: z.strictObject({ move: z.literal("chargeClaim"), seen, amount, reason }),
  cancelSettlement: z.strictObject({ move: z.literal("cancelSettlement"), settlementId: identifier, reason }),
  rejectClaim: z.strictObject({ move: z.literal("rejectClaim"), seen, reason }),
  reopenClaim: z.strictObject({ move: z.literal("reopenClaim"), seen, reason }),
  noteClaim: z.strictObject({ move: z.literal("noteClaim"), seen, note: z.string().trim().min(1).max(maxNoteLength) }),
};

export const claimMove = z.discriminatedUnion("move", [
  moveSchemas.takeOver,
  moveSchemas.requestDocument,
  moveSchemas.acceptDocument,
  moveSchemas.refuseDocument,
  moveSchemas.approveRefund,
  moveSchemas.executePayment,
  moveSchemas.returnPayment,
  moveSchemas.chargeClaim,
  moveSchemas.cancelSettlement,
  moveSchemas.rejectClaim,
  moveSchemas.reopenClaim,
  moveSchemas.noteClaim,
]);
export type ClaimMove = z.output<typeof claimMove>;
export type MoveName = ClaimMove["move"];

export const moveForms = {
  requestDocument: moveSchemas.requestDocument.pick({ type: true, category: true }),
  refuseDocument: moveSchemas.refuseDocument.pick({ reason: true, askAgain: true }),
  approveRefund: moveSchemas.approveRefund.pick({ amount: true }),
  chargeClaim: moveSchemas.chargeClaim.pick({ amount: true, reason: true }),
  noteClaim: moveSchemas.noteClaim.pick({ note: true }),
  reasoned: z.strictObject({ reason }),
  confirmed: z.strictObject({}),
};
