import { z } from "zod";
import { reasoned } from "#lib/audit/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { replacePasswordLink } from "#lib/users/password-links.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ userId: identifier });

export const POST = portalRoute({ for: "support", params, body: reasoned }, (ctx, { params: { userId }, body: { reason } }) =>
  replacePasswordLink(ctx, userId, reason),
);
