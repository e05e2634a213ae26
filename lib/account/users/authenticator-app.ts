import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { db } from "#db/client.ts";
import { authenticatorApps } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { ensureRecoveryCodes } from "#lib/account/users/recovery-codes.ts";
import { mailOwnChange } from "#lib/account/users/security-mail.ts";
import { noteFactorProof } from "#lib/account/users/sessions.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";

const encryption = createEncryption("authenticator-app");
const secretBytes = 20;
const stepSeconds = 30;
/** The tolerated clock difference. */
const driftSteps = 1;

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: "Covergate", label, secret, algorithm: "SHA1", digits: 6, period: stepSeconds });
}

/** Starts the set-up of an authenticator app, which counts after `confirmApp`. */
export async function startApp(ctx: PersonContext): Promise<{ secret: string; uri: string; picture: boolean[][] }> {
  assertRecentlyAuthenticated(ctx, "addApp");
  const { user, now } = ctx;
  const secret = new Secret({ size: secretBytes });
  const started = { ciphertext: encryption.encrypt(secret.base32, user.id), createdAt: now, lastStep: null };
  const inserted = await db
    .insert(authenticatorApps)
    .values({ userId: user.id, ...started })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: started, setWhere: isNull(authenticatorApps.confirmedAt) })
    .returning({ userId: authenticatorApps.userId });
  if (inserted.length === 0) throw appThere();
  const uri = totpOf(secret, user.email).toString();
  return { secret: secret.base32, uri, picture: encode(uri).data };
}

/** Confirms the app by a code; returns recovery codes for a first second factor. */
export async function confirmApp(ctx: PersonContext, code: string): Promise<{ recoveryCodes: string[] | null }> {
  assertRecentlyAuthenticated(ctx, "addApp");
  const { user, now } = ctx;
  const { userId, confirmedAt, ciphertext } = authenticatorApps;
  const proved = await findStep(user.id, code, now);
  if (proved === undefined) throw wrongCode();
  const fresh = await ensureRecoveryCodes(user.id);
  return db.transaction(async (tx) => {
    const codes = await fresh.keep(tx, now);
    const confirmed = await tx
      .update(authenticatorApps)
      .set({ confirmedAt: now, lastStep: proved.step })
      // Another tab may have started again with another secret, of which the app knows nothing.
      .where(and(eq(userId, user.id), isNull(confirmedAt), eq(ciphertext, proved.ciphertext)))
      .returning({ userId });
    if (confirmed.length === 0) {
      const there = await tx
        .select({ userId })
        .from(authenticatorApps)
        .where(and(eq(userId, user.id), isNotNull(confirmedAt)));
      throw there.length > 0 ? appThere() : wrongCode();
    }
    await noteFactorProof(tx, ctx);
    await recordAudit(tx, ctx, { action: "user.authenticatorAppAdded", subjectId: user.id });
    await mailOwnChange(tx, ctx, "appAdded");
    return { recoveryCodes: codes };
  });
}

/** Uses up a code of the user's app; false for a wrong or used one. */
export async function consumeAppCode(userId: string, code: string, now: Date): Promise<boolean> {
  const proved = await findStep(userId, code, now);
  if (proved === undefined) return false;
  const { step } = proved;
  const { lastStep, confirmedAt } = authenticatorApps;
  const spent = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(confirmedAt), or(isNull(lastStep), lt(lastStep, sql`${step}::integer`))))
    .returning({ userId: authenticatorApps.userId });
  return spent.length > 0;
}

function decryptAppSecret(ciphertext: string, userId: string): string {
  return encryption.decrypt(ciphertext, userId);
}

/** Encrypts a stored secret under the newest APP_SECRET; undefined if it already is. */
export function reencryptAppSecret(ciphertext: string, id: string): string | undefined {
  return encryption.renew(ciphertext, id);
}

/** The step of a code, and the encrypted secret that it was made with. */
async function findStep(userId: string, code: string, now: Date): Promise<{ step: number; ciphertext: string } | undefined> {
  const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  if (app === undefined) return undefined;
  const secret = Secret.fromBase32(decryptAppSecret(app.ciphertext, userId));
  const drift = totpOf(secret, "").validate({ token: code, timestamp: now.getTime(), window: driftSteps });
  if (drift === null) return undefined;
  return { step: Math.floor(now.getTime() / 1000 / stepSeconds) + drift, ciphertext: app.ciphertext };
}

function appThere(): UserError {
  return new UserError("there is an authenticator app already: remove it first", { key: "appThere" });
}

function wrongCode(): UserError {
  return new UserError("this code is not right", { key: "wrongCode" });
}
