import { portalRoute } from "#lib/http/portal.ts";
import { listSessions } from "#lib/users/sessions.ts";

export const GET = portalRoute({ for: "signedIn" }, listSessions);
