import { z } from "zod";
import { readClaimHistory } from "#lib/developer/events/read-for-portal.ts";
import { historyQuery } from "#lib/developer/events/schema.ts";
import { createForDesk, linkOfDesk, listForDesk, listOfClaim, revokeForDesk } from "#lib/insurance/claim-links/list.ts";
import { createInPortal, linkOfPortal, revokeInPortal } from "#lib/insurance/claim-links/portal.ts";
import { claimLinkParams } from "#lib/insurance/claim-links/schema.ts";
import { assignClaim, assignment, listHandlers } from "#lib/insurance/claims/desk/assign.ts";
import { addNote, listNotes } from "#lib/insurance/claims/desk/notes.ts";
import { countQueue, listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import { reasonTemplate } from "#lib/insurance/claims/desk/schema-templates.ts";
import { claimAction, documentRequests, internalNote, queueCountsQuery, queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { deleteTemplate, listTemplates, listTemplatesFor, saveTemplate } from "#lib/insurance/claims/desk/templates.ts";
import { claimListQuery, listForPortal } from "#lib/insurance/claims/overview.ts";
import { readForDesk, readForPortal } from "#lib/insurance/claims/read.ts";
import { requestDocuments } from "#lib/insurance/claims/request-documents.ts";
import { claimParams } from "#lib/insurance/claims/requests.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { handler, member, router, staff } from "#lib/rpc/procedures.ts";

export const claims = router({
  list: member.input(claimListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: member.input(claimParams).query(({ ctx, input }) => readForPortal(ctx, input.id)),
  history: member.input(historyQuery.extend(claimParams.shape)).query(({ ctx, input }) => readClaimHistory(ctx, input.id, input)),
  links: member.input(claimParams).query(({ ctx, input }) => listOfClaim(ctx, input.id)),
  createLink: member
    .input(linkOfPortal.extend(claimParams.shape))
    .mutation(({ ctx, input: { id, ...body } }) => createInPortal(ctx, id, body)),
  revokeLink: member.input(claimLinkParams).mutation(({ ctx, input }) => revokeInPortal(ctx, input.id, input.linkId)),
});

const params = z.object({ claimId: identifier });

/** Claims in the console. */
export const desk = router({
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

/** Texts that handlers choose from where they write to the insured. */
export const templates = router({
  list: staff.query(({ ctx }) => listTemplates(ctx)),
  ofClaim: staff.input(params).query(({ ctx, input }) => listTemplatesFor(ctx, input.claimId)),
  save: handler.input(reasonTemplate).mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  delete: handler.input(z.object({ id: identifier })).mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
});
