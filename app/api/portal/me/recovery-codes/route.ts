import { portalRoute } from "#lib/http/portal.ts";
import { renewRecoveryCodes } from "#lib/users/recovery-codes.ts";

export const POST = portalRoute({ for: "signedIn" }, renewRecoveryCodes);
