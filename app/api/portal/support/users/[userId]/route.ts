import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { changeUser } from "#lib/users/administration.ts";
import { userChange } from "#lib/users/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ userId: identifier });

export const PATCH = portalRoute({ for: "support", params, body: userChange }, (ctx, { params: { userId }, body }) =>
  changeUser(ctx, userId, body),
);
