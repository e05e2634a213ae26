import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { regenerate } from "#lib/keys/issue.ts";
import { regeneration } from "#lib/keys/requests.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const POST = portalRoute({ for: "support", params, body: regeneration }, (ctx, { params: { partnerId }, body }) =>
  regenerate(ctx, { partnerId, ...body }),
);
