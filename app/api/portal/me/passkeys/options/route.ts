import { portalRoute } from "#lib/http/portal.ts";
import { offerNewPasskey } from "#lib/users/passkeys.ts";

export const POST = portalRoute({ for: "signedIn", beforeSecondFactor: true }, offerNewPasskey);
