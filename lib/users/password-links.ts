import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { passwordLinks } from "#db/schema/users.ts";

const validDays = 7;

/** Makes a one-time link token for somebody to choose a password with; the links before it stay valid until one is used. */
export async function makePasswordLink(tx: Transaction, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx
    .insert(passwordLinks)
    .values({ tokenHash: hashToken(token), userId, createdAt: now, expiresAt: new Date(now.getTime() + validDays * 86_400_000) });
  return token;
}

/** The one link of a token, while it can be used. */
export function isUsable(token: string, now: Date): SQL | undefined {
  return and(eq(passwordLinks.tokenHash, hashToken(token)), isNull(passwordLinks.usedAt), gt(passwordLinks.expiresAt, now));
}

/** What of a token is kept. It is random enough for a plain hash. */
function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
