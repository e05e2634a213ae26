import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { pendingSignIns } from "#db/schema/sessions.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { consumeAppCode } from "#lib/account/users/authenticator-app.ts";
import type { BrowserDetails } from "#lib/account/users/contexts.ts";
import { hashToken, newToken, openDevice } from "#lib/account/users/cookies.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertPasskeyOffer, countAttempt, spendCode, undoAttempt } from "#lib/account/users/limit-sign-in.ts";
import type { Attempt } from "#lib/account/users/limit-sign-in.ts";
import { expireChallenges, offerPasskeys, verifyPasskey } from "#lib/account/users/passkeys.ts";
import type { PasskeyRequest } from "#lib/account/users/passkeys.ts";
import { renewHash, verifyPassword } from "#lib/account/users/passwords.ts";
import { namingUser } from "#lib/account/users/reauthenticate.ts";
import { consumeRecoveryCode } from "#lib/account/users/recovery-codes.ts";
import { email, signInForm } from "#lib/account/users/schema.ts";
import type { SecondStep, SignInMethod } from "#lib/account/users/schema.ts";
import { findSecondFactors } from "#lib/account/users/second-factors.ts";
import type { SecondFactors } from "#lib/account/users/second-factors.ts";
import { mailNewDevice } from "#lib/account/users/security-mail.ts";
import { endSession, expireSessions, startSession } from "#lib/account/users/sessions.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** How long a sign-in waits for its second step, in seconds. */
export const pendingSeconds = 600;

/** The browser's cookies, as far as it has them. */
export interface SignInDetails extends BrowserDetails {
  device?: string | undefined;
  session?: string | undefined;
}

/** `suspended` is the user's partner. Tokens go into cookies. */
export type Entry =
  | { outcome: "signedIn"; userId: string; session: Token }
  | { outcome: "secondStep"; pending: Token }
  | { outcome: "refused" }
  | { outcome: "suspended" };
export type SignIn = Entry | { outcome: "tooMany" };

/** `status` is that of the partner; null for the operator's staff. */
interface Person {
  user: typeof users.$inferSelect;
  status: PartnerStatus | null;
}

async function findPerson(where: SQL): Promise<Person | undefined> {
  const [row] = await db
    .select({ user: users, status: partners.status })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(where);
  return row;
}

/**
 * Signs in by e-mail and password (rules/authority.md#signin-1). Unknown user, wrong password and disabled user get the same answer in the
 * same time; only the right password reveals a suspension. Guesses are limited (limit-sign-in.ts). A user with a second factor is not
 * signed in yet.
 */
export async function signIn(input: unknown, requestDetails: SignInDetails): Promise<SignIn> {
  const form = signInForm.safeParse(input);
  if (!form.success) return { outcome: "refused" };
  const address = form.data.email.toLowerCase();
  const [person, device] = await Promise.all([findPerson(eq(users.email, address)), openDevice(requestDetails.device)]);
  const isOwners = device !== undefined && device.userId === person?.user.id;
  const attempt: Attempt = { email: address, address: requestDetails.address, deviceId: isOwners ? device.id : undefined };
  if (!(await countAttempt(attempt))) return { outcome: "tooMany" };
  const matches = await verifyPassword(person?.user.passwordHash ?? null, form.data.password);
  if (!matches) return { outcome: "refused" };
  const entry = await takeFirstStep(person, requestDetails, "password");
  if (entry.outcome === "refused") return entry;
  await undoAttempt(attempt);
  if (person !== undefined) await renewHash(person.user, form.data.password);
  return entry;
}

/** Signs in by a verified e-mail address of an identity provider. A second factor is required as after a password. */
export async function signInByEmail(verified: unknown, requestDetails: SignInDetails): Promise<Entry> {
  const parsed = email.safeParse(verified);
  if (!parsed.success) return { outcome: "refused" };
  return takeFirstStep(await findPerson(eq(users.email, parsed.data)), requestDetails, "identity provider");
}

async function takeFirstStep(person: Person | undefined, requestDetails: SignInDetails, signedInBy: SignInMethod): Promise<Entry> {
  if (person === undefined || person.user.disabledAt !== null) return { outcome: "refused" };
  if (person.status === "suspended") return { outcome: "suspended" };
  const { passkey, app } = await findSecondFactors(person.user.id);
  if (!passkey && !app) return complete(person, requestDetails, { by: signedInBy });
  const pending = newToken();
  return db.transaction(async (tx): Promise<Entry> => {
    if (!(await isUnchanged(tx, person))) return { outcome: "refused" };
    await storePending(tx, pending, requestDetails.now, { userId: person.user.id, signedInBy });
    return { outcome: "secondStep", pending };
  });
}

export async function readSecondStep(token: string | undefined, now: Date): Promise<SecondFactors | undefined> {
  const userId = (await findPending(token, now))?.userId ?? undefined;
  return userId === undefined ? undefined : findSecondFactors(userId);
}

/** Makes the challenge for the second step of a pending sign-in, or for a sign-in by passkey alone. */
export async function offerSignInPasskeys(
  token: string | undefined,
  requestDetails: SignInDetails,
): Promise<{ options: PasskeyRequest; pending: string }> {
  await assertPasskeyOffer(requestDetails.address);
  const waiting = await findPending(token, requestDetails.now);
  const pending = token === undefined || waiting === undefined ? newToken() : token;
  if (waiting === undefined) await storePending(db, pending, requestDetails.now, { userId: null, signedInBy: null });
  return { options: await offerPasskeys(hashToken(pending), waiting?.userId ?? undefined, requestDetails), pending };
}

/** Takes the second step, or the only one with a passkey; throws a UserError. */
export async function takeSecondStep(token: string | undefined, proof: SecondStep, requestDetails: SignInDetails): Promise<Entry> {
  const waiting = await findPending(token, requestDetails.now);
  if (token === undefined || waiting === undefined) throw new UserError("this sign-in took too long: begin again", { key: "signInOver" });
  const holder = hashToken(token);
  const { userId } = waiting;
  const provenId =
    "passkey" in proof ? await namingUser(userId, () => verifyPasskey(holder, userId ?? undefined, proof.passkey, requestDetails)) : userId;
  // A code does not identify its user.
  if (provenId === null) throw new UserError("this sign-in took too long: begin again", { key: "signInOver" });
  if (!("passkey" in proof)) {
    const spend = () =>
      "code" in proof
        ? consumeAppCode(provenId, proof.code, requestDetails.now)
        : consumeRecoveryCode(provenId, proof.recoveryCode, requestDetails.now);
    await namingUser(provenId, () => spendCode(provenId, spend));
  }
  const person = await findPerson(eq(users.id, provenId));
  if (person === undefined || person.user.disabledAt !== null) return { outcome: "refused" };
  if (person.status === "suspended") return { outcome: "suspended" };
  return complete(person, requestDetails, {
    by: waiting.signedInBy ?? "passkey",
    holder,
    ...(userId !== null && { secondStep: "passkey" in proof ? "passkey" : "code" in proof ? "authenticator app" : "recovery code" }),
  });
}

async function complete(
  person: Person,
  requestDetails: SignInDetails,
  { by, holder, secondStep }: { by: SignInMethod; holder?: string; secondStep?: string },
): Promise<Entry> {
  const { user } = person;
  const { now, address } = requestDetails;
  const device = await openDevice(requestDetails.device);
  const isNewDevice = user.lastSignInAt !== null && device?.userId !== user.id;
  return db.transaction(async (tx): Promise<Entry> => {
    if (!(await isUnchanged(tx, person))) return { outcome: "refused" };
    if (holder !== undefined && !(await consumePending(tx, holder, now))) return { outcome: "refused" };
    if (requestDetails.session !== undefined) await endSession(tx, requestDetails.session, now);
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
    const session = await startSession(tx, requestDetails, {
      userId: user.id,
      signedInBy: by,
      isNewDevice,
      factorProvedAt: by === "passkey" || secondStep !== undefined ? now : null,
    });
    await recordAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.signedIn", subjectId: user.id, details: { by, ...(secondStep !== undefined && { secondStep }) } },
    );
    if (isNewDevice) await mailNewDevice(tx, user, { at: now, address, userAgent: requestDetails.userAgent });
    return { outcome: "signedIn", userId: user.id, session };
  });
}

/** Locks the user; false if they were disabled or changed their password since the proof. */
async function isUnchanged(tx: Transaction, { user }: Person): Promise<boolean> {
  const isSame = user.passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, user.passwordHash);
  const updated = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), isNull(users.disabledAt), isSame))
    .for("update");
  return updated.length > 0;
}

async function storePending(
  tx: Transaction | typeof db,
  token: string,
  now: Date,
  first: { userId: string; signedInBy: SignInMethod } | { userId: null; signedInBy: null },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + pendingSeconds * 1000);
  await tx.insert(pendingSignIns).values({ tokenHash: hashToken(token), expiresAt, ...first });
}

async function findPending(token: string | undefined, now: Date): Promise<typeof pendingSignIns.$inferSelect | undefined> {
  if (token === undefined || token === "") return undefined;
  const [pending] = await db
    .select()
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, hashToken(token)), gt(pendingSignIns.expiresAt, now)));
  return pending;
}

async function consumePending(tx: Transaction, holder: string, now: Date): Promise<boolean> {
  const spent = await tx
    .delete(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, holder), gt(pendingSignIns.expiresAt, now)))
    .returning({ tokenHash: pendingSignIns.tokenHash });
  return spent.length > 0;
}

export async function leaveSignIn(token: string | undefined): Promise<void> {
  if (token !== undefined) await db.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, hashToken(token)));
}

/** Deletes expired sign-ins and challenges, and old sessions. */
export async function expireSignIns(now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now));
  await expireChallenges(now);
  await expireSessions(now);
}
