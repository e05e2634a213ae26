import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { passkeyChallenges, passkeys } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { BrowserDetails, PersonContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { ensureRecoveryCodes } from "#lib/account/users/recovery-codes.ts";
import type { NewPasskey, PasskeyAnswer } from "#lib/account/users/schema.ts";
import { mailOwnChange } from "#lib/account/users/security-mail.ts";
import { noteFactorProof } from "#lib/account/users/sessions.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** Without extensions, whose values have no form in JSON. */
type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;

const challengeMinutes = 5;
const maxPasskeys = 20;

const siteOf = (origin: string) => ({ origin, id: new URL(origin).hostname });

export async function offerNewPasskey(ctx: PersonContext): Promise<PasskeyCreation> {
  assertRecentlyAuthenticated(ctx, "addPasskey");
  const { user, session, origin, now } = ctx;
  const registered = await db.select().from(passkeys).where(eq(passkeys.userId, user.id));
  if (registered.length >= maxPasskeys) {
    throw new UserError(`an account has at most ${maxPasskeys} passkeys`, { key: "passkeysFull", values: { most: maxPasskeys } });
  }
  const options = await generateRegistrationOptions({
    rpName: "Covergate",
    rpID: siteOf(origin).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: registered.map(({ id, transports }) => ({ id, transports })),
    // A passkey that is found without an e-mail address and verified by PIN or fingerprint suffices as a sign-in.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(session.id, options.challenge, now);
  return options;
}

/** Stores a new passkey; returns recovery codes for a first second factor. */
export async function addPasskey(ctx: PersonContext, { name, credential }: NewPasskey): Promise<{ recoveryCodes: string[] | null }> {
  assertRecentlyAuthenticated(ctx, "addPasskey");
  const { user, session, origin, now } = ctx;
  const site = siteOf(origin);
  const expectedChallenge = await consumeChallenge(session.id, now);
  const result = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(refuse);
  if (!result.verified) throw passkeyRefused();
  const { credential: created, credentialBackedUp } = result.registrationInfo;
  const fresh = await ensureRecoveryCodes(user.id);
  return db.transaction(async (tx) => {
    const codes = await fresh.keep(tx, now);
    const inserted = await tx
      .insert(passkeys)
      .values({
        id: created.id,
        userId: user.id,
        name,
        publicKey: Buffer.from(created.publicKey).toString("base64url"),
        counter: created.counter,
        transports: created.transports ?? [],
        isSynced: credentialBackedUp,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    // The first owner keeps a credential's id, so nobody takes over a passkey.
    if (inserted.length === 0) throw passkeyRefused();
    await noteFactorProof(tx, ctx);
    await recordAudit(tx, ctx, { action: "user.passkeyAdded", subjectId: user.id, details: { name } });
    await mailOwnChange(tx, ctx, "passkeyAdded");
    return { recoveryCodes: codes };
  });
}

/** Offers any passkey of the user, or without a user any of this site. */
export async function offerPasskeys(
  holder: string,
  userId: string | undefined,
  { origin, now }: Pick<BrowserDetails, "origin" | "now">,
): Promise<PasskeyRequest> {
  const registered = userId === undefined ? [] : await db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const options = await generateAuthenticationOptions({
    rpID: siteOf(origin).id,
    userVerification: "required",
    allowCredentials: registered.map(({ id, transports }) => ({ id, transports })),
  });
  await storeChallenge(holder, options.challenge, now);
  return options;
}

/** Verifies a signed challenge and returns the passkey's user; throws for an unknown passkey, another user's, or another challenge. */
export async function verifyPasskey(
  holder: string,
  userId: string | undefined,
  answer: PasskeyAnswer,
  { origin, now }: Pick<BrowserDetails, "origin" | "now">,
): Promise<string> {
  const site = siteOf(origin);
  const expectedChallenge = await consumeChallenge(holder, now);
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.id, answer.id));
  if (passkey === undefined || (userId !== undefined && passkey.userId !== userId)) throw passkeyRefused();
  const { userHandle } = answer.response;
  if (userHandle !== "" && userHandle !== Buffer.from(passkey.userId).toString("base64url")) throw passkeyRefused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: Buffer.from(passkey.publicKey, "base64url"),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(refuse);
  if (!verified) throw passkeyRefused();
  const counter = authenticationInfo.newCounter;
  const counted = await db
    .update(passkeys)
    .set({ counter, isSynced: authenticationInfo.credentialBackedUp, lastUsedAt: now })
    // Authenticators without a counter always send 0.
    .where(and(eq(passkeys.id, passkey.id), or(lt(passkeys.counter, counter), sql`${passkeys.counter} = 0 and ${counter}::bigint = 0`)))
    .returning({ id: passkeys.id });
  if (counted.length === 0) throw passkeyRefused();
  return passkey.userId;
}

async function storeChallenge(holder: string, challenge: string, now: Date): Promise<void> {
  const pending = { challenge, expiresAt: new Date(now.getTime() + challengeMinutes * 60_000) };
  await db
    .insert(passkeyChallenges)
    .values({ holder, ...pending })
    .onConflictDoUpdate({ target: passkeyChallenges.holder, set: pending });
}

/** Deletes and returns the holder's challenge, so that no answer counts twice. */
async function consumeChallenge(holder: string, now: Date): Promise<string> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.holder, holder), gt(passkeyChallenges.expiresAt, now)))
    .returning({ challenge: passkeyChallenges.challenge });
  if (taken === undefined) throw passkeyRefused();
  return taken.challenge;
}

export async function expireChallenges(now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}

/** Hides which check failed. */
function refuse(error: unknown): never {
  throw new UserError("this passkey was not accepted", { key: "passkeyRefused", cause: error });
}

function passkeyRefused(): UserError {
  return new UserError("this passkey was not accepted", { key: "passkeyRefused" });
}
