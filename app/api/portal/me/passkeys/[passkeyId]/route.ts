import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { removePasskey } from "#lib/users/second-factors.ts";

const params = z.object({ passkeyId: z.string().min(1).max(1400) });

export const DELETE = portalRoute({ for: "signedIn", params }, (ctx, { params: { passkeyId } }) => removePasskey(ctx, passkeyId));
