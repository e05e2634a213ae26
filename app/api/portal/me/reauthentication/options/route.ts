import { portalRoute } from "#lib/http/portal.ts";
import { offerReauthentication } from "#lib/users/reauthenticate.ts";

export const POST = portalRoute({ for: "signedIn", beforeSecondFactor: true }, offerReauthentication);
