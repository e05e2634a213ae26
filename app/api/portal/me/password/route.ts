import { keepSession } from "#app/_session/browser.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { changePassword } from "#lib/users/passwords.ts";
import { passwordChange } from "#lib/users/schema.ts";

export const PUT = portalRoute({ for: "signedIn", body: passwordChange }, async (ctx, { body }) => {
  const { session } = await changePassword(ctx, body);
  await keepSession(session);
});
