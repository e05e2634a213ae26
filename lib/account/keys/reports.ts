import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, keyReports, partners, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { keyStateAt, worksAt } from "#lib/account/keys/find.ts";
import { keyReportForm } from "#lib/account/keys/requests.ts";
import { lockWorkingKey } from "#lib/account/keys/reveal.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import type { AuditedContext, DeveloperContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

export interface FiledReport {
  id: string;
}

/** Reports a working key of this world as compromised; a second open report gets a UserError. Keys in the note are cut. */
export async function report(
  ctx: DeveloperContext & { user: Pick<SessionUser, "id" | "role"> },
  keyId: string,
  input: { note: string },
): Promise<FiledReport> {
  const note = cutKeys(keyReportForm.parse(input).note);
  return db.transaction(async (tx) => {
    const key = await lockWorkingKey(tx, ctx, keyId);
    const [filed] = await tx
      .insert(keyReports)
      .values({ id: newId("rpt"), keyId: key.id, reportedBy: ctx.user.id, reportedAt: ctx.realTime, note })
      .onConflictDoNothing({ target: keyReports.keyId, where: sql`${keyReports.closedAt} is null` })
      .returning({ id: keyReports.id });
    if (filed === undefined) throw new UserError(`the key ${keyId} was reported before`, { key: "keyReportedBefore" });
    await recordAudit(tx, ctx, {
      action: "key.reported",
      subjectId: key.id,
      reason: note,
      details: { preview: key.preview, report: filed.id },
    });
    return filed;
  });
}

const maxShown = 50;

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
  reportedBy: { id: string; name: string; email: string } | null;
}

export async function listReports(ctx: SupportContext): Promise<{ reports: WaitingReport[]; count: number }> {
  const waiting = and(isNull(keyReports.closedAt), worksAt(ctx.now));
  const [reports, [counted]] = await Promise.all([
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
    db.select({ count: count() }).from(keyReports).innerJoin(apiKeys, eq(apiKeys.id, keyReports.keyId)).where(waiting),
  ]);
  return { reports, count: counted?.count ?? 0 };
}

/** Closes the reports of revoked keys, in the transaction that revokes them. */
export async function closeReports(tx: Transaction, ctx: AuditedContext, of: { keyId: string } | { worldId: number }): Promise<void> {
  const named = "keyId" in of ? eq(apiKeys.id, of.keyId) : eq(apiKeys.worldId, of.worldId);
  const keys = tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(named, isNotNull(apiKeys.revokedAt)));
  await tx
    .update(keyReports)
    .set({ closedAt: "realTime" in ctx ? ctx.realTime : ctx.now, closedBy: closerOf(ctx) })
    .where(and(inArray(keyReports.keyId, keys), isNull(keyReports.closedAt)));
}

function closerOf({ actor }: AuditedContext): string {
  if (actor.type === "staff") return actor.userId ?? actor.name;
  if (actor.type === "user") return actor.userId;
  throw new Error(`a report is closed by a person, not by a ${actor.type}`);
}
