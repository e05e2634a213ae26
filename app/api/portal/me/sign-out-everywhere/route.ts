import { portalRoute } from "#lib/http/portal.ts";
import { signOutEverywhere } from "#lib/users/sessions.ts";

export const POST = portalRoute({ for: "signedIn" }, signOutEverywhere);
