import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PersonContext } from "#lib/users/contexts.ts";

/** Ends every session of the person who asks, this one included (portal.md § Sign-in). */
export async function signOutEverywhere(ctx: PersonContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, ctx.user.id));
    await noteAudit(tx, ctx, { action: "user.signedOutEverywhere", subjectId: ctx.user.id });
  });
}
