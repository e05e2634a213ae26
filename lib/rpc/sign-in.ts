import { choosePassword } from "#lib/account/users/passwords.ts";
import { passwordForm, secondStep } from "#lib/account/users/schema.ts";
import { leaveSignIn, offerSignInPasskeys, takeSecondStep } from "#lib/account/users/sign-in.ts";
import { forgetPending, keepEntry, keepPending, readPending, readSignInDetails, rememberDevice } from "#lib/rpc/browser.ts";
import { anyone, router } from "#lib/rpc/procedures.ts";

/** The steps of a sign-in after the password, which next-auth checks, and choosing a password by a link. */
export const signIn = router({
  offerPasskeys: anyone.mutation(async () => {
    const { options, pending } = await offerSignInPasskeys(await readPending(), await readSignInDetails());
    await keepPending(pending);
    return options;
  }),

  takeSecondStep: anyone.input(secondStep).mutation(async ({ input }) => {
    const entry = await takeSecondStep(await readPending(), input, await readSignInDetails());
    await keepEntry(entry);
    return { outcome: entry.outcome };
  }),

  leave: anyone.mutation(async () => {
    await leaveSignIn(await readPending());
    await forgetPending();
  }),

  choosePassword: anyone.input(passwordForm).mutation(async ({ ctx, input }) => {
    const { userId, email } = await choosePassword(input, ctx.requestDetails);
    // The link proves the user, so attempts by others can no longer block this device.
    await rememberDevice(userId);
    return { email };
  }),
});
