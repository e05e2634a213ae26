import { z } from "zod";
import { createForDesk, linkOfDesk, listForDesk, revokeForDesk } from "#lib/claim-links/desk.ts";
import { makeMove } from "#lib/claims/make-move.ts";
import { countQueue, listQueue } from "#lib/claims/queue.ts";
import { readDeskHistory } from "#lib/claims/read-desk-history.ts";
import { readForDesk } from "#lib/claims/read.ts";
import { claimMove, queueCountsQuery, queueQuery } from "#lib/claims/schema-desk.ts";
import { handler, router, staff } from "#lib/http/procedures.ts";
import { identifier } from "#lib/wire.ts";

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
  makeMove: handler.input(params.extend({ move: claimMove })).mutation(async ({ ctx, input }) => {
    // The desk reads the claim again, with its handler.
    await makeMove(ctx, input.claimId, input.move);
  }),
});
