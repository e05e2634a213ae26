import { sql } from "#db/client.ts";

export interface OpenFill {
  worldId: number;
  startedAt: Date;
  /** The steps that are done. */
  steps: number;
}

/** The worlds that are to be filled, or to be filled further. */
export async function listOpenFills(): Promise<OpenFill[]> {
  return sql<OpenFill[]>`select world_id, started_at, steps from demo_fills where finished_at is null order by world_id`;
}

export async function notePlan(worldId: number, planned: number): Promise<void> {
  await sql`update demo_fills set planned = ${planned} where world_id = ${worldId}`;
}

export async function noteProgress(worldId: number, steps: number, contracts: number): Promise<void> {
  await sql`update demo_fills set steps = ${steps}, contracts = ${contracts} where world_id = ${worldId}`;
}

export async function noteFinished(worldId: number, now: Date): Promise<void> {
  await sql`update demo_fills set finished_at = ${now} where world_id = ${worldId}`;
}

/** Leaves the worlds as they are: from now on time passes in them as in any other. */
export async function giveUpFills(now: Date): Promise<void> {
  await sql`update demo_fills set finished_at = ${now} where finished_at is null`;
}
