import { answerRequest } from "#app/_api/answer-request.ts";
import { compareWithLastSuccess } from "#lib/calls/compare.ts";
import { listErrors } from "#lib/calls/list-errors.ts";
import { callListQuery, callSummaryQuery, list, summarize } from "#lib/calls/list.ts";
import { read } from "#lib/calls/read.ts";
import { reveal } from "#lib/calls/reveal.ts";
import { callParams, revealBody } from "#lib/calls/schema.ts";
import { sendAgain } from "#lib/calls/send-again.ts";
import { owner, router } from "#lib/http/procedures.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";

export const calls = router({
  list: owner.input(callListQuery).query(({ ctx, input }) => list(ctx, input)),
  summary: owner.input(callSummaryQuery).query(({ ctx, input }) => summarize(ctx, input)),
  read: owner.input(callParams).query(({ ctx, input }) => read(ctx, input.executionId)),
  errors: owner.input(overviewQuery).query(({ ctx, input }) => listErrors(ctx, input)),
  compare: owner.input(callParams).query(({ ctx, input }) => compareWithLastSuccess(ctx, input.executionId)),
  sendAgain: owner.input(callParams).mutation(({ ctx, input }) => sendAgain(ctx, input.executionId, answerRequest)),
  // A mutation, so that no cache stores the answer.
  reveal: owner.input(revealBody.extend(callParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input)),
});
