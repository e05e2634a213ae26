import { reveal } from "#lib/calls/reveal.ts";
import { callParams, revealBody } from "#lib/calls/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

// A POST, so that the answer is in no cache.
export const POST = portalRoute({ for: "owner", params: callParams, body: revealBody }, (ctx, { params, body }) =>
  reveal(ctx, { ...params, ...body }),
);
