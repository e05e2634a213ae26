import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { confirmApp, startApp } from "#lib/account/users/authenticator-app.ts";
import { makeAuthenticator } from "#lib/account/users/authenticator.fixture.ts";
import { consoleContext, personContext } from "#lib/account/users/contexts.ts";
import { addPasskey, offerNewPasskey } from "#lib/account/users/passkeys.ts";
import { replaceLinkAtTerminal } from "#lib/account/users/password-links.ts";
import { changePassword, choosePassword } from "#lib/account/users/passwords.ts";
import { listReauthenticationMethods, offerReauthentication, reauthenticate } from "#lib/account/users/reauthenticate.ts";
import { replaceRecoveryCodes } from "#lib/account/users/recovery-codes.ts";
import { asSupport } from "#lib/account/users/roles.ts";
import type { SecondStep } from "#lib/account/users/schema.ts";
import { readSecondFactors, removeApp, removePasskey, removeSecondFactors } from "#lib/account/users/second-factors.ts";
import { signOutEverywhere } from "#lib/account/users/sessions.ts";
import { offerSignInPasskeys, signInByEmail, takeSecondStep } from "#lib/account/users/sign-in.ts";
import { asStaff, contextOf, enter, findAt, makeUser, requestDetails, sessionOf, signInAt } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";

type Context = Awaited<ReturnType<typeof contextOf>>;

const step = 30_000;
const after = (milliseconds: number) => new Date(signInAt.getTime() + milliseconds);
const at = (now: Date) => ({ ...requestDetails(), now });

/** A user whose authenticator app was set up an hour before the sign-in, and the app's codes. */
async function makeAppUser() {
  const user = await makeUser("support");
  const ctx = { ...(await contextOf(user)), now: after(-3_600_000) };
  const { secret } = await startApp(ctx);
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeAt = (now: Date) => app.generate({ timestamp: now.getTime() });
  const { recoveryCodes } = await confirmApp(ctx, codeAt(ctx.now));
  return { user, codeAt, recoveryCodes: recoveryCodes ?? [] };
}

async function makePasskeyUser() {
  const user = await makeUser("support");
  const ctx = await contextOf(user);
  const authenticator = makeAuthenticator();
  const { challenge } = await offerNewPasskey(ctx);
  const { recoveryCodes } = await addPasskey(ctx, { name: "laptop", credential: authenticator.create({ challenge }) });
  return { user, authenticator, recoveryCodes: recoveryCodes ?? [] };
}

/** Has changes of a user's factors wait for each other's rows, and then go on together. */
async function atOnce(user: SampleUser, changes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { begun } = await sql.begin(async (tx) => {
    for (const table of ["passkeys", "authenticator_apps", "recovery_codes"]) {
      await tx`select from ${tx(table)} where user_id = ${user.id} for update`;
    }
    const all = changes.map((change) => change());
    await waitForLockWaits({ count: all.length });
    return { begun: all };
  });
  await Promise.all(begun);
}

/** A sign-in with the right password, before the second step. */
async function startSignIn(user: SampleUser): Promise<string> {
  const entry = await enter(user);
  if (entry.outcome !== "secondStep") throw new Error(`${user.email}: ${entry.outcome}`);
  return entry.pending;
}

async function signedInWith(user: SampleUser, recoveryCode: string): Promise<Context> {
  const entry = await takeSecondStep(await startSignIn(user), { recoveryCode }, requestDetails());
  const found = entry.outcome === "signedIn" ? await findAt(entry.session) : undefined;
  if (found === undefined) throw new Error(`${user.email} has no session`);
  return { ...personContext(found, requestDetails()), ...consoleContext(found, requestDetails()) };
}

/** The outcome of a second step, or the key of the error. */
async function take(pending: string | undefined, proof: SecondStep, now = signInAt): Promise<string> {
  return takeSecondStep(pending, proof, at(now)).then(
    ({ outcome }) => outcome,
    (error: unknown) => (error as { key: string }).key,
  );
}

describe("a user with a second factor", () => {
  test("is not signed in by a password or an identity provider alone", async () => {
    const { user } = await makeAppUser();
    const entries = [await enter(user), await signInByEmail(user.email, requestDetails())];
    for (const entry of entries) {
      expect(entry.outcome).toBe("secondStep");
      if (entry.outcome === "secondStep") expect(await findAt(entry.pending)).toBeUndefined();
    }
    const signedIn = await sql`select from audit_entries where subject_id = ${user.id} and action = 'user.signedIn'`;
    expect(signedIn, "only the sign-in before it was set up").toHaveLength(1);
  });

  test("is not signed in by setting a new password with a one-time link", async () => {
    const { user, codeAt } = await makeAppUser();
    const { token } = await replaceLinkAtTerminal(asStaff, user.id, "Forgotten; called back");
    await choosePassword({ token, password: "lanterns over lisbon" }, at(asStaff.now));
    const pending = await startSignIn({ ...user, password: "lanterns over lisbon" });
    expect(await take(pending, { code: codeAt(signInAt) })).toBe("signedIn");
  });

  test("has ten minutes, one sign-in and one session for the second step", async () => {
    const { user, codeAt } = await makeAppUser();
    const pending = await startSignIn(user);
    expect(await take(pending, { code: codeAt(after(600_000)) }, after(600_000))).toBe("signInOver");
    const entry = await takeSecondStep(pending, { code: codeAt(signInAt) }, requestDetails());
    if (entry.outcome !== "signedIn") throw new Error(entry.outcome);
    expect(await findAt(entry.session)).toMatchObject({ user: { id: user.id }, session: { hasSecondFactor: true } });
    expect(await take(pending, { code: codeAt(after(step)) }, after(step))).toBe("signInOver");
    for (const none of [undefined, "", "nonsense"]) expect(await take(none, { code: codeAt(after(2 * step)) })).toBe("signInOver");
  });

  test.each<[string, (ctx: Context, user: SampleUser) => Promise<unknown>]>([
    [
      "their password was changed",
      (ctx, user) => changePassword(ctx, { currentPassword: user.password, newPassword: "lanterns over lisbon" }),
    ],
    ["they signed out everywhere", (ctx) => signOutEverywhere(ctx)],
    ["they were disabled", (ctx) => changeUser(asStaff, ctx.user.id, { disabled: true, reason: "asked by phone" })],
    ["support removed their second factors", (ctx) => removeSecondFactors(asStaff, ctx.user.id, "lost the phone")],
  ])("must start again once %s", async (_case, change) => {
    const { user, codeAt, recoveryCodes } = await makeAppUser();
    const ctx = await signedInWith(user, recoveryCodes[0] ?? "");
    const pending = await startSignIn(user);
    await change(ctx, user);
    expect(await take(pending, { code: codeAt(signInAt) })).toBe("signInOver");
  });
});

describe("a code of an authenticator app", () => {
  test.each([
    [-2, "wrongCode"],
    [-1, "signedIn"],
    [0, "signedIn"],
    [1, "signedIn"],
    [2, "wrongCode"],
  ])("of %i steps ahead: %s", async (steps, outcome) => {
    const { user, codeAt } = await makeAppUser();
    expect(await take(await startSignIn(user), { code: codeAt(after(steps * step)) })).toBe(outcome);
  });

  test("that is wrong is refused with the user whose it is, for the security log", async () => {
    const { user } = await makeAppUser();
    const pending = await startSignIn(user);
    await expect(takeSecondStep(pending, { code: "000000" }, requestDetails())).rejects.toMatchObject({
      key: "wrongCode",
      userId: user.id,
    });
    const ctx = await contextOf(await makeUser("handler"));
    await expect(reauthenticate(ctx, { password: "not theirs" })).rejects.toMatchObject({ key: "wrongPassword", userId: ctx.user.id });
  });

  test("works once, and invalidates earlier ones, whichever of two concurrent ones is first", async () => {
    const { user, codeAt } = await makeAppUser();
    const pending = await Promise.all([startSignIn(user), startSignIn(user)]);
    const outcomes = await Promise.all(pending.map((token) => take(token, { code: codeAt(signInAt) })));
    expect(outcomes.toSorted()).toEqual(["signedIn", "wrongCode"]);
    const again = await startSignIn(user);
    for (const steps of [-1, 0]) expect(await take(again, { code: codeAt(after(steps * step)) })).toBe("wrongCode");
    expect(await take(again, { code: codeAt(after(step)) })).toBe("signedIn");
  });

  test("can be guessed ten times, after which even the right one is refused, for any sign-in", async () => {
    const { user, codeAt, recoveryCodes } = await makeAppUser();
    const wrong = codeAt(after(-50 * step));
    for (let guess = 0; guess < 10; guess += 1) expect(await take(await startSignIn(user), { code: wrong })).toBe("wrongCode");
    expect(await take(await startSignIn(user), { code: codeAt(signInAt) })).toBe("tooManyAttempts");
    expect(await take(await startSignIn(user), { recoveryCode: recoveryCodes[0] ?? "" })).toBe("tooManyAttempts");
  });

  test("comes from a secret that is stored encrypted, and counts only once confirmed", async () => {
    const user = await makeUser("support");
    const ctx = await contextOf(user);
    const { secret } = await startApp(ctx);
    const [row] = await sql<{ text: string }[]>`select row_to_json(a)::text as text from authenticator_apps a where user_id = ${user.id}`;
    expect(row?.text).not.toContain(secret);
    expect((await enter(user)).outcome).toBe("signedIn");
    await expect(confirmApp(ctx, "000000")).rejects.toMatchObject({ key: "wrongCode" });
    expect(await readSecondFactors(user.id)).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
  });

  test("never confirms the secret of a set-up that began meanwhile, in another tab", async () => {
    const user = await makeUser("support");
    const ctx = await contextOf(user);
    const { secret } = await startApp(ctx);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ctx.now.getTime() });
    const confirmed = await sql.begin(async (tx) => {
      await tx`select from users where id = ${user.id} for no key update`;
      const confirming = confirmApp(ctx, code).catch((error: unknown) => error);
      await waitForLockWaits({ words: "users" });
      await startApp(ctx);
      return { confirming };
    });
    expect(await confirmed.confirming).toMatchObject({ key: "wrongCode" });
    expect(await readSecondFactors(user.id)).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
  });
});

describe("recovery codes", () => {
  test("are ten that work once each, in any spelling, and are stored as hashes", async () => {
    const { user, recoveryCodes } = await makeAppUser();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [row] = await sql<{ text: string }[]>`select json_agg(r)::text as text from recovery_codes r where user_id = ${user.id}`;
    for (const recoveryCode of recoveryCodes) {
      expect(row?.text).not.toContain(recoveryCode.replace("-", ""));
      expect(await take(await startSignIn(user), { recoveryCode: ` ${recoveryCode.toUpperCase().replace("-", " ")}` })).toBe("signedIn");
      expect(await take(await startSignIn(user), { recoveryCode })).toBe("wrongCode");
    }
    expect(await readSecondFactors(user.id)).toMatchObject({ recoveryCodesLeft: 0 });
  });

  test("are given once, also where the first two factors are set up at the same moment", async () => {
    const user = await makeUser("support");
    const [ctx, authenticator] = [await contextOf(user), makeAuthenticator()];
    const [{ secret }, { challenge }] = [await startApp(ctx), await offerNewPasskey(ctx)];
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ctx.now.getTime() });
    const given = await Promise.all([
      confirmApp(ctx, code),
      addPasskey(ctx, { name: "laptop", credential: authenticator.create({ challenge }) }),
    ]);
    const shown = given.flatMap(({ recoveryCodes }) => recoveryCodes ?? []);
    expect(shown).toHaveLength(10);
    expect(await take(await startSignIn(user), { recoveryCode: shown[0] ?? "" })).toBe("signedIn");
  });

  test("are void once there are new ones, and work for no other user", async () => {
    const [{ user, recoveryCodes }, other] = [await makePasskeyUser(), await makeAppUser()];
    const { recoveryCodes: fresh } = await replaceRecoveryCodes(await signedInWith(user, recoveryCodes[0] ?? ""));
    expect(await take(await startSignIn(user), { recoveryCode: recoveryCodes[1] ?? "" })).toBe("wrongCode");
    expect(await take(await startSignIn(user), { recoveryCode: other.recoveryCodes[0] ?? "" })).toBe("wrongCode");
    expect(await take(await startSignIn(user), { recoveryCode: fresh[0] ?? "" })).toBe("signedIn");
  });

  test("are ten, the last ones shown, also where two tabs ask for new ones at the same moment", async () => {
    const { user, recoveryCodes } = await makePasskeyUser();
    const ctx = await signedInWith(user, recoveryCodes[0] ?? "");
    await atOnce(user, [() => replaceRecoveryCodes(ctx), () => replaceRecoveryCodes(ctx)]);
    expect(await readSecondFactors(user.id)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("go with the last two factors, also where these are removed at the same moment", async () => {
    const { user, authenticator, recoveryCodes } = await makePasskeyUser();
    const ctx = await signedInWith(user, recoveryCodes[0] ?? "");
    const { secret } = await startApp(ctx);
    await confirmApp(ctx, new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ctx.now.getTime() }));
    await atOnce(user, [() => removeApp(ctx), () => removePasskey(ctx, authenticator.id)]);
    expect(await readSecondFactors(user.id)).toEqual({ passkeys: [], hasApp: false, recoveryCodesLeft: 0 });
  });
});

describe("a passkey", () => {
  test("signs in by itself, and as the second step after a password", async () => {
    const { user, authenticator } = await makePasskeyUser();
    for (const first of [undefined, await startSignIn(user)]) {
      const { options, pending } = await offerSignInPasskeys(first, requestDetails());
      const entry = await takeSecondStep(pending, { passkey: authenticator.sign(options) }, requestDetails());
      if (entry.outcome !== "signedIn") throw new Error(entry.outcome);
      expect(await findAt(entry.session)).toMatchObject({ user: { id: user.id } });
    }
  });

  test("signs each challenge once: the same response is refused at every sign-in", async () => {
    const { authenticator } = await makePasskeyUser();
    const { options, pending } = await offerSignInPasskeys(undefined, requestDetails());
    const passkey = authenticator.sign(options);
    expect(await take(pending, { passkey })).toBe("signedIn");
    const another = await offerSignInPasskeys(undefined, requestDetails());
    for (const token of [pending, another.pending]) expect(await take(token, { passkey })).toMatch(/passkeyRefused|signInOver/);
  });

  test.each<[string, (own: Awaited<ReturnType<typeof makePasskeyUser>>, challenge: string) => Promise<SecondStep>]>([
    ["of another user", async (_own, challenge) => ({ passkey: (await makePasskeyUser()).authenticator.sign({ challenge }) })],
    ["that nobody has added", async (_own, challenge) => ({ passkey: makeAuthenticator().sign({ challenge }) })],
    ["without PIN or finger", async ({ authenticator }, challenge) => ({ passkey: authenticator.sign({ challenge, verified: false }) })],
    [
      "for another site",
      async ({ authenticator }, challenge) => ({ passkey: authenticator.sign({ challenge, origin: "https://evil.example" }) }),
    ],
    ["for another challenge", async ({ authenticator }) => ({ passkey: authenticator.sign({ challenge: "AAAA" }) })],
    [
      "with another user's handle",
      async ({ authenticator }, challenge) => {
        const passkey = authenticator.sign({ challenge });
        return { passkey: { ...passkey, response: { ...passkey.response, userHandle: Buffer.from("usr_other").toString("base64url") } } };
      },
    ],
    [
      "with a signature by another key",
      async ({ authenticator }, challenge) => {
        const forged = makeAuthenticator().sign({ challenge });
        return { passkey: { ...forged, id: authenticator.id, rawId: authenticator.id } };
      },
    ],
    [
      "that was copied, as it counts back",
      async ({ authenticator, user }, challenge) => {
        authenticator.setCounter(10);
        const first = await offerSignInPasskeys(await startSignIn(user), requestDetails());
        await takeSecondStep(first.pending, { passkey: authenticator.sign(first.options) }, requestDetails());
        authenticator.setCounter(3);
        return { passkey: authenticator.sign({ challenge }) };
      },
    ],
  ])("%s is refused as the second step", async (_case, makeProof) => {
    const own = await makePasskeyUser();
    const { options, pending } = await offerSignInPasskeys(await startSignIn(own.user), requestDetails());
    expect(await take(pending, await makeProof(own, options.challenge))).toBe("passkeyRefused");
    expect(await readSecondFactors(own.user.id), "and leaves everything as it was").toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("is added for one user only, with PIN or fingerprint, for this site and challenge", async () => {
    const { authenticator } = await makePasskeyUser();
    const ctx = await contextOf(await makeUser("support"));
    const add = async (create: (challenge: string) => Parameters<typeof addPasskey>[1]["credential"]) => {
      const { challenge } = await offerNewPasskey(ctx);
      return addPasskey(ctx, { name: "laptop", credential: create(challenge) });
    };
    const refused = { key: "passkeyRefused" };
    await expect(add((challenge) => authenticator.create({ challenge }))).rejects.toMatchObject(refused);
    await expect(add((challenge) => makeAuthenticator().create({ challenge, verified: false }))).rejects.toMatchObject(refused);
    await expect(add((challenge) => makeAuthenticator().create({ challenge, origin: "https://evil.example" }))).rejects.toMatchObject(
      refused,
    );
    await expect(add(() => makeAuthenticator().create({ challenge: "AAAA" }))).rejects.toMatchObject(refused);
  });
});

describe("confirming one's identity", () => {
  // rules/authority.md#identity-1
  test("is required after ten minutes for changes of sign-in methods, and for support's changes of users", async () => {
    const { user, codeAt } = await makeAppUser();
    const pending = await startSignIn(user);
    const entry = await takeSecondStep(pending, { code: codeAt(signInAt) }, requestDetails());
    let session = entry.outcome === "signedIn" ? entry.session : "";
    const contextAt = async (now: Date) => {
      const found = await findAt(session, now);
      if (found === undefined) throw new Error("The session is over.");
      return asSupport({ ...personContext(found, at(now)), ...consoleContext(found, at(now)) });
    };
    const all = (ctx: Context & SupportContext) => [
      offerNewPasskey(ctx),
      startApp(ctx),
      removePasskey(ctx, "none"),
      removeSecondFactors(ctx, "usr_none", "lost"),
      changeUser(ctx, "usr_none", { disabled: true, reason: "asked" }),
    ];
    const keysOf = async (ctx: Context & SupportContext) => {
      const settled = await Promise.allSettled(all(ctx));
      return settled.map((one) => (one.status === "fulfilled" ? "done" : (one.reason as { key: string }).key));
    };
    const open = ["done", "appThere", "noPasskey", "noUser", "noUser"];
    expect(await keysOf(await contextAt(after(600_000)))).toEqual(open);
    const late = await contextAt(after(600_001));
    expect(await keysOf(late)).toEqual(Array.from(open, () => "authenticationStale"));

    expect(await listReauthenticationMethods(late)).toEqual({ passkey: false, app: true, password: false });
    await expect(reauthenticate(late, { code: codeAt(signInAt) }), "the code of the sign-in").rejects.toMatchObject({ key: "wrongCode" });
    await expect(reauthenticate(late, { password: user.password })).rejects.toMatchObject({ key: "passwordNotEnough" });
    expect(await keysOf(await contextAt(after(600_001)))).toEqual(Array.from(open, () => "authenticationStale"));
    const copied = session;
    ({ session } = await reauthenticate(await contextAt(after(1_300_000)), { code: codeAt(after(1_300_000)) }));
    expect(await findAt(copied, after(1_300_000)), "a copy of the cookie before it").toBeUndefined();
    expect(await keysOf(await contextAt(after(1_300_000)))).toEqual(open);
  });

  // rules/authority.md#identity-2
  test("by a password counts no more once there is a second factor: neither a sign-in before it nor a change of the password", async () => {
    const user = await makeUser("support");
    const [before, here] = [await sessionOf(user), await sessionOf(user)];
    const contextIn = async (token: string) => {
      const found = await findAt(token);
      if (found === undefined) throw new Error("The session is over.");
      return personContext(found, requestDetails());
    };
    const own = await contextIn(here);
    const authenticator = makeAuthenticator();
    const { challenge } = await offerNewPasskey(own);
    await addPasskey(own, { name: "laptop", credential: authenticator.create({ challenge }) });
    const stale = { key: "authenticationStale" };
    const elsewhere = await contextIn(before);
    await expect(removePasskey(elsewhere, authenticator.id)).rejects.toMatchObject(stale);
    const [currentPassword, newPassword] = [user.password, "lanterns over lisbon"];
    await expect(changePassword(elsewhere, { currentPassword, newPassword })).rejects.toMatchObject(stale);
    const { session } = await changePassword(await contextIn(here), { currentPassword, newPassword });
    await removePasskey(await contextIn(session), authenticator.id);
  });

  test("by a passkey requires one's own, for a challenge of this session", async () => {
    const [{ user, authenticator, recoveryCodes }, other] = [await makePasskeyUser(), await makePasskeyUser()];
    const ctx = await signedInWith(user, recoveryCodes[0] ?? "");
    const elsewhere = await signedInWith(user, recoveryCodes[1] ?? "");
    const prove = async (by: typeof authenticator, from = ctx) => {
      const { challenge } = await offerReauthentication(from);
      return reauthenticate(ctx, { passkey: by.sign({ challenge }) });
    };
    await expect(prove(other.authenticator)).rejects.toMatchObject({ key: "passkeyRefused" });
    await expect(prove(authenticator, elsewhere)).rejects.toMatchObject({ key: "passkeyRefused" });
    await prove(authenticator);
  });
});

test("removing the last second factor removes the recovery codes, and support removes all with a reason", async () => {
  const { user, authenticator, recoveryCodes } = await makePasskeyUser();
  const ctx = await signedInWith(user, recoveryCodes[0] ?? "");
  await expect(removeApp(ctx)).rejects.toMatchObject({ key: "noApp" });
  await removePasskey(ctx, authenticator.id);
  expect(await readSecondFactors(user.id)).toEqual({ passkeys: [], hasApp: false, recoveryCodesLeft: 0 });
  expect((await enter(user)).outcome).toBe("signedIn");

  const lost = await makePasskeyUser();
  await removeSecondFactors(asStaff, lost.user.id, "Called from the number on file");
  expect((await enter(lost.user)).outcome).toBe("signedIn");
  const [entry] = await sql`select reason from audit_entries where subject_id = ${lost.user.id} and action = 'user.secondFactorsRemoved'`;
  expect(entry).toEqual({ reason: "Called from the number on file" });
});
