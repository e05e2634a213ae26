import { hash, verify } from "@node-rs/argon2";
import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { countAttempt, tooManyAttempts, undoAttempt } from "#lib/account/users/limit-sign-in.ts";
import { isUsable, voidLinks } from "#lib/account/users/password-links.ts";
import { findWeakness } from "#lib/account/users/rules/password.ts";
import type { PasswordWeakness } from "#lib/account/users/rules/password.ts";
import { passwordChange, passwordForm } from "#lib/account/users/schema.ts";
import type { PasswordChange } from "#lib/account/users/schema.ts";
import { mailOwnChange } from "#lib/account/users/security-mail.ts";
import { endSessions, startSession } from "#lib/account/users/sessions.ts";
import type { ActingContext } from "#lib/account/worlds/context.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

// Argon2id is the default; costs as OWASP's password storage cheat sheet asks.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified for unknown users, so that they take the same time. */
let decoy: Promise<string> | undefined;

/** Hashes a password in NFKC, since keyboards write the same letter in several ways (NIST SP 800-63B; rules/authority.md#signin-7). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/** Verifies a password; false without a hash, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const stored = passwordHash ?? (await decoy);
  const normal = password.normalize("NFKC");
  const matches = await verify(stored, normal);
  // Earlier releases hashed the password as it was typed, not its normal form.
  const matchesAsTyped = normal !== password && !matches && (await verify(stored, password));
  return passwordHash !== null && (matches || matchesAsTyped);
}

/** Replaces the hash of a password that an earlier release took as it was typed. */
export async function renewHash({ id, passwordHash }: { id: string; passwordHash: string | null }, password: string): Promise<void> {
  const normal = password.normalize("NFKC");
  if (passwordHash === null || normal === password || (await verify(passwordHash, normal))) return;
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)));
}

const weaknesses: Record<PasswordWeakness, () => UserError> = {
  passwordRepetitive: () => new UserError("this password repeats a few characters", { key: "passwordRepetitive" }),
  passwordPersonal: () => new UserError("this password is made of your name or address", { key: "passwordPersonal" }),
  passwordCommon: () => new UserError("this password is a common one, or was in a breach", { key: "passwordCommon" }),
};

/** Some 49,000 common and breached passwords, loaded on first use. */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

async function assertStrong(password: string, owner: { name: string; email: string }): Promise<void> {
  const commonPasswords = await (common ??= loadCommon());
  const weakness = findWeakness(password, owner, (word) => commonPasswords.has(word));
  if (weakness !== undefined) throw weaknesses[weakness]();
}

/** Throws for a wrong password, else returns its hash. Guesses count apart from strangers', like those of a known device. */
export async function assertOwnPassword({ user, address }: PersonContext, password: string): Promise<string> {
  const attempt = { email: user.email, address, deviceId: `signed in ${user.id}` };
  if (!(await countAttempt(attempt))) throw tooManyAttempts();
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const passwordHash = row?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  if (passwordHash === null || !matches) throw new UserError("the password is not right", { key: "wrongPassword" });
  await undoAttempt(attempt);
  return passwordHash;
}

/** Changes one's own password, which takes the second factor where there is one, and ends every session; returns the token of a new one. */
export async function changePassword(ctx: PersonContext, input: PasswordChange): Promise<{ session: Token }> {
  const { currentPassword, newPassword } = passwordChange.parse(input);
  const { user, session, now } = ctx;
  if (session.hasSecondFactor) assertRecentlyAuthenticated(ctx, "changePassword");
  const provedHash = await assertOwnPassword(ctx, currentPassword);
  await assertStrong(newPassword, user);
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const updated = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, provedHash), isNull(users.disabledAt)))
      .returning({ id: users.id });
    // Another change, or support, was first, and has ended every session.
    if (updated.length === 0) throw new UserError("this session is over", { key: "signedOut" });
    await endSessions(tx, user.id, now);
    // Another person's link must not set the password again.
    await voidLinks(tx, user.id, now);
    await recordAudit(tx, ctx, { action: "user.passwordChanged", subjectId: user.id });
    await mailOwnChange(tx, ctx, "passwordChanged");
    return {
      session: await startSession(tx, ctx, {
        userId: user.id,
        signedInBy: "password",
        isNewDevice: false,
        factorProvedAt: session.hasSecondFactor ? session.authenticatedAt : null,
      }),
    };
  });
}

/**
 * Sets a password by a one-time link, which uses up all links and ends every session of the user (rules/authority.md#links-3, #signin-4).
 */
export async function choosePassword(
  input: { token: string; password: string },
  { now, address }: Pick<ActingContext, "now" | "address">,
): Promise<{ userId: string; email: string }> {
  const { token, password } = passwordForm.parse(input);
  // Hashing takes memory and time, so it is done for a valid link only.
  const owner = await readUsable(token, now);
  await assertStrong(password, owner);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // The user before the link, as where support replaces it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for("update");
    const [link] = await tx
      .update(passwordLinks)
      .set({ usedAt: now })
      .where(isUsable(token, now))
      .returning({ userId: passwordLinks.userId });
    if (link === undefined) throw linkSpent();
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, link.userId), isNull(users.disabledAt)))
      .returning();
    if (user === undefined) throw accountDisabled();
    await endSessions(tx, user.id, now);
    await voidLinks(tx, user.id, now);
    await recordAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.passwordChosen", subjectId: user.id },
    );
    return { userId: user.id, email: user.email };
  });
}

async function readUsable(token: string, now: Date): Promise<{ id: string; name: string; email: string }> {
  const [link] = await db
    .select({ id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt, status: partners.status })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(isUsable(token, now));
  if (link === undefined) throw linkSpent();
  if (link.disabledAt !== null) throw accountDisabled();
  if (link.status === "suspended") throw new UserError("this partner is suspended: ask support", { key: "partnerSuspended" });
  return link;
}

function linkSpent(): UserError {
  return new UserError("this link was used before or is too old: ask for a new one", { key: "linkSpent" });
}

function accountDisabled(): UserError {
  return new UserError("this account is suspended", { key: "accountDisabled" });
}
