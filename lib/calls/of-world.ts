import { sql } from "#db/client.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";

/**
 * Holds of the calls `c` of a world from one execution id on, up to but without another. Rows are compared as the world's index has
 * them, which no other can do: a world of few calls is not sought among those of all. Order by world_id and execution_id. Days are
 * left out by the first id alone: with both ends the planner would take all between them for few enough to be read and sorted.
 */
export function isOfWorld(worldId: number, low: Fragment, high: Fragment): Fragment {
  return sql`
    c.execution_id >= ${low} and (c.world_id, c.execution_id) >= (${worldId}::int, ${low}) and (c.world_id, c.execution_id) < (${worldId}::int, ${high})`;
}
