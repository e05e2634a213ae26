import { eq } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { momentOf } from "#lib/platform/time/clock.ts";
import type { Moment } from "#lib/platform/time/clock.ts";

const withOwnTime: Fragment = sql`
  select id from worlds where clock_offset_ms > 0 or clock_stands_at is not null
  union all select world_id from demo_fills where finished_at is null`;

/**
 * Worlds whose due work is not done by real time: `catchUpWorlds` does it in those with a moved clock (lib/developer/sandbox/catch-up.ts),
 * and the demo in those that it fills.
 */
export async function listShiftedWorlds(): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`${withOwnTime}`;
  return rows.map(({ id }) => id);
}

/** The same, in SQL. */
export const movedWorlds: Fragment = sql`array(${withOwnTime})`;

/** Converts a real moment to the clock of a world, for jobs and staff, who have no context of it. */
export async function momentInWorld(worldId: number, realTime: Date, tx: Transaction | typeof db = db): Promise<Moment> {
  const [clock] = await tx
    .select({ offsetMs: worlds.clockOffsetMs, pausedAt: worlds.clockPausedAt })
    .from(worlds)
    .where(eq(worlds.id, worldId));
  if (clock === undefined) throw new Error(`there is no world ${worldId}`);
  return momentOf(clock, realTime);
}
