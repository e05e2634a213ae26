import { portalRoute } from "#lib/http/portal.ts";
import { changePassword } from "#lib/users/change-password.ts";
import { passwordChange } from "#lib/users/schema.ts";

export const PUT = portalRoute({ for: "signedIn", body: passwordChange }, (ctx, { body }) => changePassword(ctx, body));
