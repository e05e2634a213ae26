import { rememberDevice } from "#app/_session/browser.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { choosePassword } from "#lib/users/passwords.ts";
import { passwordForm } from "#lib/users/schema.ts";

export const POST = portalRoute({ for: "anyone", body: passwordForm }, async (ctx, { body }) => {
  const { userId, email } = await choosePassword(body, ctx);
  // The link was given to them alone: whoever else guesses at the account cannot keep them out now.
  await rememberDevice(userId);
  return { email };
});
