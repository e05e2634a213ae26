import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { PortalContext } from "#lib/context.ts";
import { readUse } from "#lib/keys/read-use.ts";
import type { KeyUse } from "#lib/keys/read-use.ts";
import type { KeyState } from "#lib/keys/schema.ts";
import { keyStateAt } from "#lib/keys/state.ts";

/** As many keys are shown, the newest. */
const maxShown = 100;

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
  /** That it was reported as compromised, as long as it works. */
  report: { at: Date; by: string | null; note: string } | null;
  /** What a key that works is used for. */
  use: KeyUse | null;
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
  const keys = rows.slice(0, maxShown).map(({ reportedAt, reportedBy, note, ...row }, index) => ({
    ...row,
    replacedAt: rows[index - 1]?.createdAt ?? null,
    isRotated: rows[index + 1] !== undefined,
    isWorking: row.state === "active" || row.state === "expiring",
    report: reportedAt === null ? null : { at: reportedAt, by: reportedBy, note: note ?? "" },
  }));
  return Promise.all(
    keys.map(async ({ isWorking, report, ...key }) => ({
      ...key,
      report: isWorking ? report : null,
      use: isWorking ? await readUse(world.id, key, now) : null,
    })),
  );
}
