import { z } from "zod";
import { reasoned } from "#lib/audit/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { revoke } from "#lib/keys/issue.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ keyId: identifier });

export const POST = portalRoute({ for: "support", params, body: reasoned }, (ctx, { params: { keyId }, body: { reason } }) =>
  revoke(ctx, keyId, reason),
);
