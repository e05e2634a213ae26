import { revealForStaff } from "#lib/calls/reveal.ts";
import { callParams, revealBody } from "#lib/calls/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

// A POST, so that the answer is in no cache.
export const POST = portalRoute({ for: "staff", params: callParams, body: revealBody }, (ctx, { params, body }) =>
  revealForStaff(ctx, { ...params, ...body }),
);
