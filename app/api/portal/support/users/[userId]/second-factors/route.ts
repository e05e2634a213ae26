import { z } from "zod";
import { reasoned } from "#lib/audit/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { removeSecondFactors } from "#lib/users/second-factors.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ userId: identifier });

export const DELETE = portalRoute({ for: "support", params, body: reasoned }, (ctx, { params: { userId }, body }) =>
  removeSecondFactors(ctx, userId, body.reason),
);
