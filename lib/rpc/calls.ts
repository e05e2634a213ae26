import { answerRequest } from "#app/_api/answer-request.ts";
import { listErrors } from "#lib/developer/calls/list-errors.ts";
import { callListQuery, callSummaryQuery, list, summarize } from "#lib/developer/calls/list.ts";
import { compareWithSuccess, read } from "#lib/developer/calls/read.ts";
import { reveal } from "#lib/developer/calls/reveal.ts";
import { callParams, revealBody } from "#lib/developer/calls/schema.ts";
import { sendAgain } from "#lib/developer/calls/send-again.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { developer, router } from "#lib/rpc/procedures.ts";

export const calls = router({
  list: developer.input(callListQuery).query(({ ctx, input }) => list(ctx, input)),
  summary: developer.input(callSummaryQuery).query(({ ctx, input }) => summarize(ctx, input)),
  read: developer.input(callParams).query(({ ctx, input }) => read(ctx, input.executionId)),
  errors: developer.input(overviewQuery).query(({ ctx, input }) => listErrors(ctx, input)),
  compare: developer.input(callParams).query(({ ctx, input }) => compareWithSuccess(ctx, input.executionId)),
  sendAgain: developer.input(callParams).mutation(({ ctx, input }) => sendAgain(ctx, input.executionId, answerRequest)),
  // A mutation, so that no cache stores the answer.
  reveal: developer.input(revealBody.extend(callParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input)),
});
