import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { readImpact } from "#lib/keys/request-counts.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ keyId: identifier });

export const GET = portalRoute({ for: "support", params }, (ctx, { params: { keyId } }) => readImpact(ctx, keyId));
