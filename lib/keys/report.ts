import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyReports } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { lockWorkingKey } from "#lib/keys/lock-working.ts";
import { keyReportForm } from "#lib/keys/requests.ts";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/guards.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** What support is told of a key that may be in wrong hands. */
export interface FiledReport {
  id: string;
}

/**
 * Reports a working key of this world as compromised: support finds it at the top of its keys (portal.md § Partner side).
 * A key has one open report; whoever is second is told that support knows. A key that the note quotes is cut.
 */
export async function report(
  ctx: PortalContext & { user: Pick<SessionUser, "id" | "role"> },
  keyId: string,
  input: { note: string },
): Promise<FiledReport> {
  assertOwner(ctx);
  const note = cutKeys(keyReportForm.parse(input).note);
  return db.transaction(async (tx) => {
    const key = await lockWorkingKey(tx, ctx, keyId);
    const [filed] = await tx
      .insert(keyReports)
      .values({ id: newId("rpt"), keyId: key.id, reportedBy: ctx.user.id, reportedAt: ctx.now, note })
      .onConflictDoNothing({ target: keyReports.keyId, where: sql`${keyReports.closedAt} is null` })
      .returning({ id: keyReports.id });
    if (filed === undefined) throw new Refusal(`the key ${keyId} was reported before`, { key: "keyReportedBefore" });
    await noteAudit(tx, ctx, {
      action: "key.reported",
      subjectId: key.id,
      reason: note,
      details: { preview: key.preview, report: filed.id },
    });
    return filed;
  });
}
