import { answerRequest } from "#app/_api/answer-request.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { triedRequest, tryOperation } from "#lib/recipes/try-operation.ts";

export const POST = portalRoute({ for: "owner", body: triedRequest }, (ctx, { body }) => tryOperation(ctx, body, answerRequest));
