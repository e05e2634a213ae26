import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { pendingSignIns, sessions } from "#db/schema/sessions.ts";
import { authenticatorApps, passkeys, passwordLinks, recoveryCodes, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { erased } from "#lib/developer/erasure/rules/wire.ts";
import { eraseAuditBy } from "#lib/developer/erasure/traces.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Erases a user of the portal or the console: what they did stays in the audit log, under an id that names nobody. Throws a UserError if the
 * account is not disabled.
 */
export async function eraseUser(ctx: OperatorContext, { id, email }: { id: string; email: string }, reason: string): Promise<void> {
  await eraseAuditBy(id);
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
    if (user === undefined || user.name === erased) return;
    if (user.disabledAt === null) throw accountInUse(email);
    await tx.execute(sql`delete from passkey_challenges where holder in (select id from sessions where user_id = ${id})`);
    for (const table of [sessions, pendingSignIns, passkeys, authenticatorApps, recoveryCodes, passwordLinks]) {
      await tx.delete(table).where(eq(table.userId, id));
    }
    // Refused sign-ins are counted by address of e-mail.
    await tx.execute(
      sql`delete from security_events where lower(subject) = ${email.toLowerCase()} or lower(detail) like ${likePattern(email)}`,
    );
    await tx.execute(sql`delete from mailbox where lower(recipient) = ${email.toLowerCase()}`);
    await tx.execute(sql`delete from notices where lower(recipient) = ${email.toLowerCase()}`);
    // Messages to colleagues name the user. One that waits leaves the owners' list, so that its text goes when it is sent.
    await tx.execute(sql`
      update notices set body = case when due_at is not null then body end, partner_id = case when due_at is null then partner_id end
      where partner_id = ${user.partnerId} and kind in ('accountChanged', 'keyChanged')`);
    await tx.execute(sql`delete from sign_in_attempts where lower(key) like ${likePattern(email)}`);
    await tx
      .update(users)
      .set({ email: `${id.toLowerCase()}@erased.invalid`, name: erased, passwordHash: null, lastSignInAt: null })
      .where(eq(users.id, id));
    await recordAudit(tx, ctx, { action: "person.erased", subjectId: id, reason, details: { from: "user", partnerId: user.partnerId } });
  });
}

export function accountInUse(email: string): UserError {
  return new UserError(`the account of ${email} is in use: disable it first`, { key: "erasureAccountInUse", values: { email } });
}

function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
