import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import { Refusal } from "#lib/refusal.ts";
import type { PersonContext } from "#lib/users/contexts.ts";
import { countAttempt, forgiveAttempt } from "#lib/users/limit-sign-in.ts";
import { hashPassword, verifyPassword } from "#lib/users/passwords.ts";
import { passwordChange } from "#lib/users/schema.ts";
import type { PasswordChange } from "#lib/users/schema.ts";

/** Changes one's own password, which ends every session. Guesses at the current one are counted like those from a known device. */
export async function changePassword(ctx: PersonContext, input: PasswordChange): Promise<void> {
  const { currentPassword, newPassword } = passwordChange.parse(input);
  const { id, email } = ctx.user;
  // Whoever is signed in can keep out nobody who is not.
  const attempt = { email, address: ctx.address, deviceId: `signed in ${id}` };
  if (!(await countAttempt(attempt))) {
    throw new Refusal("there were too many attempts: try again in a quarter of an hour", { key: "tooManyAttempts" });
  }
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  if (!(await verifyPassword(user?.passwordHash ?? null, currentPassword))) {
    throw new Refusal("the current password is not right", { key: "wrongPassword" });
  }
  await forgiveAttempt(attempt);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, id));
    await noteAudit(tx, ctx, { action: "user.passwordChanged", subjectId: id });
  });
}
