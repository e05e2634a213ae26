import { randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { recoveryCodes, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { hashPassword, verifyPassword } from "#lib/account/users/passwords.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

const codeCount = 10;
const codeLength = 10;
/** Without characters that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** Hashing takes long, so it is done before a transaction. */
async function makeCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes: await Promise.all(codes.map(hashPassword)) };
}

/** Serializes changes of a user's factors and codes. Called first, since the removal of all factors locks the user before them. */
export async function lockFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

async function storeCodes(tx: Transaction, userId: string, hashes: readonly string[], now: Date): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now })));
}

/** Prepares recovery codes for a first second factor; `keep` locks the user, and returns null if they have some. */
export async function ensureRecoveryCodes(userId: string): Promise<{ keep: (tx: Transaction, now: Date) => Promise<string[] | null> }> {
  if (await hasCodes(db, userId)) return { keep: async () => null };
  const { codes, hashes } = await makeCodes();
  return {
    keep: async (tx, now) => {
      // The lock lets only one of two simultaneous first factors create codes.
      await lockFactors(tx, userId);
      if (await hasCodes(tx, userId)) return null;
      await storeCodes(tx, userId, hashes, now);
      return codes;
    },
  };
}

async function hasCodes(tx: Transaction | typeof db, userId: string): Promise<boolean> {
  const stored = await tx.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).limit(1);
  return stored.length > 0;
}

export async function replaceRecoveryCodes(ctx: PersonContext): Promise<{ recoveryCodes: string[] }> {
  assertRecentlyAuthenticated(ctx, "replaceRecoveryCodes");
  const { user, session, now } = ctx;
  if (!session.hasSecondFactor) throw new UserError("set up a second factor first", { key: "noSecondFactor" });
  const { codes, hashes } = await makeCodes();
  await db.transaction(async (tx) => {
    await lockFactors(tx, user.id);
    await storeCodes(tx, user.id, hashes, now);
    await recordAudit(tx, ctx, { action: "user.recoveryCodesRenewed", subjectId: user.id });
  });
  return { recoveryCodes: codes };
}

/** Uses up a recovery code; false for a wrong or used one. */
export async function consumeRecoveryCode(userId: string, text: string, now: Date): Promise<boolean> {
  const code = text.toLowerCase().replaceAll(/[^\da-z]/g, "");
  const isUnused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const unused = await db.select({ codeHash: recoveryCodes.codeHash }).from(recoveryCodes).where(isUnused);
  const matches = await Promise.all(unused.map(async ({ codeHash }) => verifyPassword(codeHash, code)));
  const match = unused.find((_code, index) => matches[index]);
  if (match === undefined) return false;
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isUnused, eq(recoveryCodes.codeHash, match.codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}
