import { asc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, keyReports, partners, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { StaffContext } from "#lib/context.ts";
import { keyStateAt } from "#lib/keys/state.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { KeyState } from "#lib/support/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

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
