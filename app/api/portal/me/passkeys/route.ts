import { portalRoute } from "#lib/http/portal.ts";
import { addPasskey } from "#lib/users/passkeys.ts";
import { newPasskey } from "#lib/users/schema.ts";

export const POST = portalRoute({ for: "signedIn", beforeSecondFactor: true, body: newPasskey }, (ctx, { body }) => addPasskey(ctx, body));
