import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { revoke } from "#lib/keys/revoke.ts";
import { identifier, revocation } from "#lib/support/schema.ts";

const params = z.object({ keyId: identifier });

export const POST = portalRoute({ for: "support", params, body: revocation }, (ctx, { params: { keyId }, body: { reason } }) =>
  revoke(ctx, keyId, reason),
);
