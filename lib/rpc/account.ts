import { z } from "zod";
import { changeOwnName } from "#lib/account/users/administration.ts";
import { confirmApp, startApp } from "#lib/account/users/authenticator-app.ts";
import { addPasskey, offerNewPasskey } from "#lib/account/users/passkeys.ts";
import { changePassword, choosePassword } from "#lib/account/users/passwords.ts";
import { listReauthenticationMethods, offerReauthentication, reauthenticate } from "#lib/account/users/reauthenticate.ts";
import { replaceRecoveryCodes } from "#lib/account/users/recovery-codes.ts";
import {
  appConfirmation,
  newPasskey,
  ownName,
  passwordChange,
  passwordForm,
  reauthentication,
  secondStep,
} from "#lib/account/users/schema.ts";
import { readSecondFactors, removeApp, removePasskey } from "#lib/account/users/second-factors.ts";
import { acknowledgeDevices, endOwnSession, listSessions, signOutEverywhere } from "#lib/account/users/sessions.ts";
import { leaveSignIn, offerSignInPasskeys, takeSecondStep } from "#lib/account/users/sign-in.ts";
import { forgetPending, keepEntry, keepPending, keepSession, readPending, readSignInDetails, rememberDevice } from "#lib/rpc/browser.ts";
import { anyone, person, personBeforeSecondFactor, router } from "#lib/rpc/procedures.ts";

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

const passkeyParams = z.object({ passkeyId: z.string().min(1).max(1400) });
const sessionParams = z.object({ sessionId: z.string().min(1).max(60) });

/** The user's own account. */
export const account = router({
  changeName: person.input(ownName).mutation(({ ctx, input }) => changeOwnName(ctx, input)),
  changePassword: person.input(passwordChange).mutation(async ({ ctx, input }) => {
    const { session } = await changePassword(ctx, input);
    await keepSession(session);
  }),

  secondFactors: personBeforeSecondFactor.query(({ ctx }) => readSecondFactors(ctx.user.id)),
  startApp: personBeforeSecondFactor.mutation(({ ctx }) => startApp(ctx)),
  confirmApp: personBeforeSecondFactor.input(appConfirmation).mutation(({ ctx, input }) => confirmApp(ctx, input.code)),
  removeApp: person.mutation(({ ctx }) => removeApp(ctx)),
  offerPasskey: personBeforeSecondFactor.mutation(({ ctx }) => offerNewPasskey(ctx)),
  addPasskey: personBeforeSecondFactor.input(newPasskey).mutation(({ ctx, input }) => addPasskey(ctx, input)),
  removePasskey: person.input(passkeyParams).mutation(({ ctx, input }) => removePasskey(ctx, input.passkeyId)),
  replaceRecoveryCodes: person.mutation(({ ctx }) => replaceRecoveryCodes(ctx)),

  sessions: person.query(({ ctx }) => listSessions(ctx)),
  endSession: person.input(sessionParams).mutation(({ ctx, input }) => endOwnSession(ctx, input.sessionId)),
  acknowledgeDevices: person
    .input(sessionParams.extend({ alone: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => acknowledgeDevices(ctx, input)),
  signOutEverywhere: person.mutation(({ ctx }) => signOutEverywhere(ctx)),

  reauthenticationMethods: personBeforeSecondFactor.query(({ ctx }) => listReauthenticationMethods(ctx)),
  offerReauthentication: personBeforeSecondFactor.mutation(({ ctx }) => offerReauthentication(ctx)),
  reauthenticate: personBeforeSecondFactor.input(reauthentication).mutation(async ({ ctx, input }) => {
    const { session } = await reauthenticate(ctx, input);
    await keepSession(session);
  }),
});
