import { sql } from "#db/client.ts";

/** How many contracts of its year a world of the demo has. */
export interface Filling {
  contracts: number;
  /** 0 until the year is planned. */
  planned: number;
}

/** The progress of the demo in a world that it fills now; null in any other world. */
export async function readFilling(worldId: number): Promise<Filling | null> {
  const [row] = await sql<Filling[]>`
    select contracts, planned from demo_fills where world_id = ${worldId} and finished_at is null`;
  return row ?? null;
}
