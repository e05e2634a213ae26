import { answerRequest } from "#app/_api/answer-request.ts";
import { compareWithSuccess } from "#lib/developer/calls/compare.ts";
import { listErrors } from "#lib/developer/calls/list-errors.ts";
import { callListQuery, callSummaryQuery, list, summarize } from "#lib/developer/calls/list.ts";
import { read } from "#lib/developer/calls/read.ts";
import { reveal } from "#lib/developer/calls/reveal.ts";
import { callParams, revealBody } from "#lib/developer/calls/schema.ts";
import { sendAgain } from "#lib/developer/calls/send-again.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { owner, router } from "#lib/rpc/procedures.ts";

export const calls = router({
  list: owner.input(callListQuery).query(({ ctx, input }) => list(ctx, input)),
  summary: owner.input(callSummaryQuery).query(({ ctx, input }) => summarize(ctx, input)),
  read: owner.input(callParams).query(({ ctx, input }) => read(ctx, input.executionId)),
  errors: owner.input(overviewQuery).query(({ ctx, input }) => listErrors(ctx, input)),
  compare: owner.input(callParams).query(({ ctx, input }) => compareWithSuccess(ctx, input.executionId)),
  sendAgain: owner.input(callParams).mutation(({ ctx, input }) => sendAgain(ctx, input.executionId, answerRequest)),
  // A mutation, so that no cache stores the answer.
  reveal: owner.input(revealBody.extend(callParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input)),
});
