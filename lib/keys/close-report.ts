import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyReports } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { closerOf } from "#lib/keys/close-reports.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** The audit log's name for a report that was closed while its key goes on working. */
export const reportClosed = "key.reportClosed";

/**
 * Closes a report whose key goes on working, with a reason that the partner's owners read. A Refusal where it was closed
 * before, by hand or because the key was revoked or replaced.
 */
export async function closeReport(ctx: StaffContext, reportId: string, reason: string): Promise<void> {
  assertSupport(ctx);
  await db.transaction(async (tx) => {
    const [closed] = await tx
      .update(keyReports)
      .set({ closedAt: ctx.now, closedBy: closerOf(ctx) })
      .where(and(eq(keyReports.id, reportId), isNull(keyReports.closedAt)))
      .returning({ keyId: keyReports.keyId });
    if (closed === undefined) {
      const known = await tx.$count(keyReports, eq(keyReports.id, reportId));
      if (known === 0) throw new NotFound(`there is no report ${reportId}`, { key: "noReport" });
      throw new Refusal(`the report ${reportId} was closed before`, { key: "reportClosedBefore" });
    }
    await noteAudit(tx, ctx, { action: reportClosed, subjectId: closed.keyId, reason, details: { report: reportId } });
  });
}
