import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, keyReports, partners, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext, StaffContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { keyStateAt } from "#lib/keys/find.ts";
import { keyReportForm } from "#lib/keys/requests.ts";
import { lockWorkingKey } from "#lib/keys/reveal.ts";
import { cutKeys } from "#lib/keys/rules/format.ts";
import type { KeyState } from "#lib/keys/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";
import { assertSupport } from "#lib/users/assert-support.ts";
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
      .values({ id: newId("rpt"), keyId: key.id, reportedBy: ctx.user.id, reportedAt: ctx.realTime, note })
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

/** As many reports are shown at once, those that wait longest. */
const maxShown = 50;

/** A key that its partner believes to be in wrong hands. */
export interface WaitingReport {
  id: string;
  keyId: string;
  preview: string;
  state: KeyState;
  lastUsedAt: Date | null;
  partnerId: string;
  partnerName: string;
  environment: Environment;
  note: string;
  reportedAt: Date;
  /** Null for a user who is no longer known. */
  reportedBy: { id: string; name: string; email: string } | null;
}

/** The reports that wait for support, those that wait longest first, and how many there are. */
export async function listReports(ctx: StaffContext): Promise<{ reports: WaitingReport[]; count: number }> {
  assertSupport(ctx);
  const waiting = isNull(keyReports.closedAt);
  const [reports, count] = await Promise.all([
    db
      .select({
        id: keyReports.id,
        keyId: keyReports.keyId,
        preview: apiKeys.preview,
        state: keyStateAt(ctx.now),
        lastUsedAt: apiKeys.lastUsedAt,
        partnerId: partners.id,
        partnerName: partners.name,
        environment: worlds.environment,
        note: keyReports.note,
        reportedAt: keyReports.reportedAt,
        reportedBy: { id: users.id, name: users.name, email: users.email },
      })
      .from(keyReports)
      .innerJoin(apiKeys, eq(apiKeys.id, keyReports.keyId))
      .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
      .innerJoin(partners, eq(partners.id, worlds.partnerId))
      .leftJoin(users, eq(users.id, keyReports.reportedBy))
      .where(waiting)
      .orderBy(asc(keyReports.id))
      .limit(maxShown),
    db.$count(keyReports, waiting),
  ]);
  return { reports, count };
}

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

/** Closes the open reports of a key, or of all keys of a world, in the transaction that revokes or replaces them. */
export async function closeReports(tx: Transaction, ctx: StaffContext, of: { keyId: string } | { worldId: number }): Promise<void> {
  const keys = "keyId" in of ? [of.keyId] : tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.worldId, of.worldId));
  await tx
    .update(keyReports)
    .set({ closedAt: ctx.now, closedBy: closerOf(ctx) })
    .where(and(inArray(keyReports.keyId, keys), isNull(keyReports.closedAt)));
}

/** Whom a report names as having closed it: the user, or who sat at the admin command. */
function closerOf({ actor }: StaffContext): string {
  return actor.userId ?? actor.name;
}
