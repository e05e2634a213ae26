import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { authenticatorApps, passkeys, recoveryCodes, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { lockColleague } from "#lib/account/users/colleagues.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { lockFactors } from "#lib/account/users/recovery-codes.ts";
import { mailChange, mailOwnChange } from "#lib/account/users/security-mail.ts";
import { endSessions, hasSecondFactor } from "#lib/account/users/sessions.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { visibleText } from "#lib/platform/text/characters.ts";

export interface SecondFactors {
  passkey: boolean;
  app: boolean;
  recoveryCode: boolean;
}

/** Recovery codes alone are no second factor. */
export async function findSecondFactors(userId: string): Promise<SecondFactors> {
  const { passkeys: known, hasApp, recoveryCodesLeft } = await readSecondFactors(userId);
  return { passkey: known.length > 0, app: hasApp, recoveryCode: recoveryCodesLeft > 0 };
}

export interface PasskeyOverview {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface SecondFactorOverview {
  passkeys: PasskeyOverview[];
  hasApp: boolean;
  recoveryCodesLeft: number;
}

export async function readSecondFactors(userId: string): Promise<SecondFactorOverview> {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkeys;
  const [passkeyRows, apps, [left]] = await Promise.all([
    db.select({ id, name, isSynced, createdAt, lastUsedAt }).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(createdAt)),
    db
      .select({ userId: authenticatorApps.userId })
      .from(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt))),
    db
      .select({ count: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ]);
  return { passkeys: passkeyRows, hasApp: apps.length > 0, recoveryCodesLeft: left?.count ?? 0 };
}

export async function findUserId(email: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, visibleText(email).toLowerCase()));
  if (user === undefined) throw new NotFound(`there is no user ${email}`, { key: "noUser" });
  return user.id;
}

export async function removePasskey(ctx: PersonContext, passkeyId: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "removePasskey");
  const userId = ctx.user.id;
  await db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name });
    if (removed === undefined) throw new NotFound("there is no such passkey", { key: "noPasskey" });
    await forgetSpareCodes(tx, userId);
    await recordAudit(tx, ctx, { action: "user.passkeyRemoved", subjectId: userId, details: removed });
    await mailOwnChange(tx, ctx, "passkeyRemoved");
  });
}

export async function removeApp(ctx: PersonContext): Promise<void> {
  assertRecentlyAuthenticated(ctx, "removeApp");
  const userId = ctx.user.id;
  await db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const removed = await tx
      .delete(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)))
      .returning({ userId: authenticatorApps.userId });
    if (removed.length === 0) throw new NotFound("there is no authenticator app", { key: "noApp" });
    await forgetSpareCodes(tx, userId);
    await recordAudit(tx, ctx, { action: "user.authenticatorAppRemoved", subjectId: userId });
    await mailOwnChange(tx, ctx, "appRemoved");
  });
}

/** Deletes recovery codes without a second factor; the next one brings new codes. */
async function forgetSpareCodes(tx: Transaction, userId: string): Promise<void> {
  const [left] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), hasSecondFactor));
  if (left === undefined) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Removes all second factors of a user who lost theirs, and ends their sessions. Support must have verified the person. */
export async function removeSecondFactors(ctx: SupportContext, userId: string, reason: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "removeSecondFactors");
  await db.transaction(async (tx) => {
    const { user } = await lockColleague(tx, ctx, userId);
    await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await endSessions(tx, userId, ctx.now);
    await recordAudit(tx, ctx, { action: "user.secondFactorsRemoved", subjectId: userId, reason, details: { partnerId: user.partnerId } });
    await mailChange(tx, user, "factorsRemoved", { at: ctx.now, address: null });
  });
}
