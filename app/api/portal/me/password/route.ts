import { portalRoute } from "#lib/http/portal.ts";
import { changePassword } from "#lib/users/passwords.ts";
import { passwordChange } from "#lib/users/schema.ts";

export const PUT = portalRoute({ for: "signedIn", body: passwordChange }, (ctx, { body }) => changePassword(ctx, body));
