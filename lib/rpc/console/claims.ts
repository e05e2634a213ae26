import { z } from "zod";
import { createForDesk, linkOfDesk, listForDesk, revokeForDesk } from "#lib/insurance/claim-links/list.ts";
import { assignClaim, assignment, listHandlers } from "#lib/insurance/claims/desk/assign.ts";
import { addNote, listNotes } from "#lib/insurance/claims/desk/notes.ts";
import { countQueue, listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import { claimAction, documentRequests, internalNote, queueCountsQuery, queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { requestDocuments } from "#lib/insurance/claims/request-documents.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { handler, router, staff } from "#lib/rpc/procedures.ts";

const params = z.object({ claimId: identifier });

export const claims = router({
  list: staff.input(queueQuery).query(({ ctx, input }) => listQueue(ctx, input)),
  counts: staff.input(queueCountsQuery).query(({ ctx, input }) => countQueue(ctx, input)),
  read: staff.input(params).query(({ ctx, input }) => readForDesk(ctx, input.claimId)),
  history: staff.input(params).query(({ ctx, input }) => readDeskHistory(ctx, input.claimId)),
  links: staff.input(params).query(({ ctx, input }) => listForDesk(ctx, input.claimId)),
  createLink: handler.input(params.extend(linkOfDesk.shape)).mutation(({ ctx, input }) => createForDesk(ctx, input.claimId, input)),
  revokeLink: handler
    .input(params.extend({ linkId: identifier }))
    .mutation(({ ctx, input }) => revokeForDesk(ctx, input.claimId, input.linkId)),
  handlers: handler.query(({ ctx }) => listHandlers(ctx)),
  assign: handler.input(params.extend({ assignment })).mutation(({ ctx, input }) => assignClaim(ctx, input.claimId, input.assignment)),
  notes: staff.input(params).query(({ ctx, input }) => listNotes(ctx, input.claimId)),
  addNote: handler.input(internalNote.extend(params.shape)).mutation(({ ctx, input }) => addNote(ctx, input.claimId, input.text)),
  requestDocuments: handler
    .input(documentRequests.extend(params.shape))
    .mutation(({ ctx, input: { claimId, ...requests } }) => requestDocuments(ctx, claimId, requests)),
  takeAction: handler.input(params.extend({ move: claimAction })).mutation(async ({ ctx, input }) => {
    // The desk reads the claim again, with its handler.
    await takeAction(ctx, input.claimId, input.move);
  }),
});
