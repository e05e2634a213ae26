import { answerRequest } from "#app/_api/answer-request.ts";
import { recipeParams, recipeStepBody, runStep } from "#lib/developer/recipes/run-step.ts";
import { triedRequest, tryOperation } from "#lib/developer/recipes/try-operation.ts";
import { developer, router } from "#lib/rpc/procedures.ts";

/** Requests to the public API on the developer's behalf, with a key that stays on the server. */
export const recipes = router({
  runStep: developer
    .input(recipeStepBody.extend(recipeParams.shape))
    .mutation(({ ctx, input }) => runStep(ctx, input.eventType, input, answerRequest)),
  tryOperation: developer.input(triedRequest).mutation(({ ctx, input }) => tryOperation(ctx, input, answerRequest)),
});
