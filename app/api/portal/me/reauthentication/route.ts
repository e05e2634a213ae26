import { keepSession } from "#app/_session/browser.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { listReauthenticationMethods, reauthenticate } from "#lib/users/reauthenticate.ts";
import { reauthentication } from "#lib/users/schema.ts";

export const GET = portalRoute({ for: "signedIn", beforeSecondFactor: true }, listReauthenticationMethods);
export const POST = portalRoute({ for: "signedIn", beforeSecondFactor: true, body: reauthentication }, async (ctx, { body }) => {
  const { session } = await reauthenticate(ctx, body);
  await keepSession(session);
});
