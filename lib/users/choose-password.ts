import { and, eq, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { ActingContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { isUsable } from "#lib/users/password-links.ts";
import { hashPassword } from "#lib/users/passwords.ts";
import { passwordForm } from "#lib/users/schema.ts";

/** Sets a password by a one-time link: every link of the user is spent, and every session ends (portal.md § Sign-in). */
export async function choosePassword(
  input: { token: string; password: string },
  { now, address }: Pick<ActingContext, "now" | "address">,
): Promise<{ userId: string; email: string }> {
  const { token, password } = passwordForm.parse(input);
  // Anybody may ask: only for a link that somebody was given is a password hashed, which takes memory and time.
  await assertUsable(token, now);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [link] = await tx
      .update(passwordLinks)
      .set({ usedAt: now })
      .where(isUsable(token, now))
      .returning({ userId: passwordLinks.userId });
    if (link === undefined) throw linkSpent();
    const [user] = await tx
      .update(users)
      .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(and(eq(users.id, link.userId), isNull(users.disabledAt)))
      .returning();
    if (user === undefined) throw accountDisabled();
    await tx
      .update(passwordLinks)
      .set({ usedAt: now })
      .where(and(eq(passwordLinks.userId, user.id), isNull(passwordLinks.usedAt)));
    await noteAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.passwordChosen", subjectId: user.id },
    );
    return { userId: user.id, email: user.email };
  });
}

async function assertUsable(token: string, now: Date): Promise<void> {
  const [link] = await db
    .select({ disabledAt: users.disabledAt, status: partners.status })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(isUsable(token, now));
  if (link === undefined) throw linkSpent();
  if (link.disabledAt !== null) throw accountDisabled();
  if (link.status === "suspended") throw new Refusal("this partner is suspended: ask support", { key: "partnerSuspended" });
}

function linkSpent(): Refusal {
  return new Refusal("this link was used before or is too old: ask for a new one", { key: "linkSpent" });
}

function accountDisabled(): Refusal {
  return new Refusal("this account is disabled", { key: "accountDisabled" });
}
