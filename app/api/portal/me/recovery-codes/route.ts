import { portalRoute } from "#lib/http/portal.ts";
import { replaceRecoveryCodes } from "#lib/users/recovery-codes.ts";

export const POST = portalRoute({ for: "signedIn" }, replaceRecoveryCodes);
