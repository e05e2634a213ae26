import { portalRoute } from "#lib/http/portal.ts";
import { signOutEverywhere } from "#lib/users/sign-out-everywhere.ts";

export const POST = portalRoute({ for: "signedIn" }, signOutEverywhere);
