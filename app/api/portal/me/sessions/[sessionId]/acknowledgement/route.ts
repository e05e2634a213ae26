import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { acknowledgeDevices } from "#lib/users/sessions.ts";

const params = z.object({ sessionId: z.string().min(1).max(60) });

export const POST = portalRoute({ for: "signedIn", params }, (ctx, { params: { sessionId } }) => acknowledgeDevices(ctx, sessionId));
