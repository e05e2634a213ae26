import { portalRoute } from "#lib/http/portal.ts";
import { readSecondFactors } from "#lib/users/second-factors.ts";

export const GET = portalRoute({ for: "signedIn", beforeSecondFactor: true }, ({ user }) => readSecondFactors(user.id));
