import { portalRoute } from "#lib/http/portal.ts";
import { keyParams, revealBody } from "#lib/keys/requests.ts";
import { reveal } from "#lib/keys/reveal.ts";

// A POST, so that the key is in no address and the answer in no cache.
export const POST = portalRoute({ for: "owner", params: keyParams, body: revealBody }, (ctx, { params, body }) =>
  reveal(ctx, params.keyId, body.purpose),
);
