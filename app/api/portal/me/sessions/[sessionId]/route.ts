import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { endOwnSession } from "#lib/users/sessions.ts";

const params = z.object({ sessionId: z.string().min(1).max(60) });

export const DELETE = portalRoute({ for: "signedIn", params }, (ctx, { params: { sessionId } }) => endOwnSession(ctx, sessionId));
