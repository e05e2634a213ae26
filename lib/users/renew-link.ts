import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/assert-support.ts";
import { makePasswordLink } from "#lib/users/password-links.ts";

/** Makes a new one-time link for somebody who lost theirs or their password; the ones before it are void. The token is answered once. */
export async function renewPasswordLink(ctx: StaffContext, userId: string, reason: string): Promise<{ token: string }> {
  assertSupport(ctx);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt)));
    if (user === undefined) throw new NotFound(`there is no user ${userId} who could sign in`, { key: "noUser" });
    await tx
      .update(passwordLinks)
      .set({ usedAt: ctx.now })
      .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.usedAt)));
    await noteAudit(tx, ctx, { action: "user.linkRenewed", subjectId: userId, reason });
    return { token: await makePasswordLink(tx, userId, ctx.now) };
  });
}
