import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { auditEntries } from "#db/schema/audit.ts";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { PortalContext } from "#lib/context.ts";
import { reportClosed } from "#lib/keys/close-report.ts";
import { keyStateAt } from "#lib/keys/state.ts";
import type { KeyState } from "#lib/support/schema.ts";

/** As many keys are shown, the newest. */
const maxShown = 100;
/** How long support's answer to a report is shown. */
const answerMs = 30 * 86_400_000;

/** A key as the partner's owners see it: never the key itself. */
export interface OwnKey {
  id: string;
  preview: string;
  state: KeyState;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** The end of the overlap in which a replaced key still works. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Why support replaced or revoked it. */
  reason: string | null;
  /** When the next key was made in its place; null for the newest. */
  replacedAt: Date | null;
  /** Whether it took the place of another. */
  isRotated: boolean;
  /** That it was reported as compromised, as long as support works on it. */
  report: { at: Date; by: string | null; note: string } | null;
  /** Why support let a reported key go on working, for a month. */
  answer: { at: Date; reason: string } | null;
}

/** The keys of this world, newest first (portal.md § Partner side, API keys). */
export async function listOfWorld({ world, now }: Pick<PortalContext, "world" | "now">): Promise<OwnKey[]> {
  const rows = await db
    .select({
      id: apiKeys.id,
      preview: apiKeys.preview,
      state: keyStateAt(now),
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      reason: apiKeys.revokedReason,
      reportedAt: keyReports.reportedAt,
      reportedBy: users.name,
      note: keyReports.note,
    })
    .from(apiKeys)
    .leftJoin(keyReports, and(eq(keyReports.keyId, apiKeys.id), isNull(keyReports.closedAt)))
    .leftJoin(users, eq(users.id, keyReports.reportedBy))
    .where(eq(apiKeys.worldId, world.id))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    // One more, which tells whether the last that is shown took another's place.
    .limit(maxShown + 1);
  const working = rows.filter(({ state }) => state === "active" || state === "expiring");
  const answers = await readAnswers(
    working.map(({ id }) => id),
    now,
  );
  return rows.slice(0, maxShown).map(({ reportedAt, reportedBy, note, ...row }, index) => ({
    ...row,
    replacedAt: rows[index - 1]?.createdAt ?? null,
    isRotated: rows[index + 1] !== undefined,
    report: reportedAt === null ? null : { at: reportedAt, by: reportedBy, note: note ?? "" },
    answer: reportedAt === null ? (answers.get(row.id) ?? null) : null,
  }));
}

/** The newest answer to reports of each of these keys. */
async function readAnswers(keyIds: readonly string[], now: Date): Promise<Map<string, { at: Date; reason: string }>> {
  if (keyIds.length === 0) return new Map();
  const { subjectId, action, at, reason, id } = auditEntries;
  const entries = await db
    .select({ keyId: subjectId, at, reason })
    .from(auditEntries)
    .where(and(inArray(subjectId, [...keyIds]), eq(action, reportClosed), gt(at, new Date(now.getTime() - answerMs))))
    .orderBy(id);
  return new Map(entries.map((entry) => [entry.keyId, { at: entry.at, reason: entry.reason ?? "" }]));
}
