import { keepPending, readPending, readSignInOccasion } from "#app/_session/browser.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { offerSignInPasskeys } from "#lib/users/sign-in.ts";

export const POST = portalRoute({ for: "anyone" }, async () => {
  const { options, pending } = await offerSignInPasskeys(await readPending(), await readSignInOccasion());
  await keepPending(pending);
  return options;
});
