import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { readForSupport } from "#lib/readiness/read-for-support.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params }, (ctx, { params: { partnerId } }) => readForSupport(ctx, partnerId));
