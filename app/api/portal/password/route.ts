import { portalRoute } from "#lib/http/portal.ts";
import { choosePassword } from "#lib/users/choose-password.ts";
import { passwordForm } from "#lib/users/schema.ts";

export const POST = portalRoute({ for: "anyone", body: passwordForm }, ({ now }, { body }) => choosePassword(body, now));
