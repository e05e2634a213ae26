import { answerRequest } from "#app/_api/answer-request.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { runStep } from "#lib/recipes/run-step.ts";
import { recipeParams, recipeStepBody } from "#lib/recipes/schema.ts";

export const POST = portalRoute({ for: "owner", params: recipeParams, body: recipeStepBody }, (ctx, { params, body }) =>
  runStep(ctx, params.eventType, body, answerRequest),
);
