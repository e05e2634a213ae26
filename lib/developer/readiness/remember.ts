import { sql } from "#db/client.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";

const dayMs = 86_400_000;

/** Stores the readiness of development worlds with calls in the last day, before their calls expire; returns how many. */
export async function rememberReadiness(now: Date): Promise<number> {
  const worlds = await sql<{ id: number }[]>`
    select w.id from worlds w
    where w.environment = 'development' and exists (
      select 1 from call_hours h where h.world_id = w.id and h.hour > ${new Date(now.getTime() - dayMs)})`;
  for (const { id } of worlds) await refreshReadiness(id, now);
  return worlds.length;
}
