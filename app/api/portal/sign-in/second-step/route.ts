import { forgetPending, keepEntry, readPending, readSignInOccasion } from "#app/_session/browser.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { secondStep } from "#lib/users/schema.ts";
import { leaveSignIn, takeSecondStep } from "#lib/users/sign-in.ts";

export const POST = portalRoute({ for: "anyone", body: secondStep }, async (_ctx, { body }) => {
  const entry = await takeSecondStep(await readPending(), body, await readSignInOccasion());
  await keepEntry(entry);
  return { outcome: entry.outcome };
});

export const DELETE = portalRoute({ for: "anyone" }, async () => {
  await leaveSignIn(await readPending());
  await forgetPending();
});
