import { createHash } from "node:crypto";
import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";

/** The number of contracts and products in calls; the first are far more frequent than the last. */
export const loadSubjects = 300_000;

/** The contract of a world at a rank: the oldest, and most frequent in calls, is `0`. It begins with its order and ends at random, as ULIDs do. */
export function contractOf(worldId: number, place: number): string {
  const random = createHash("md5").update(`${worldId} ${place}`).digest("hex").slice(0, 16);
  return `01K${place.toString(16).padStart(7, "0")}${random}`.toUpperCase();
}

/** The SQL of `contractOf`. */
export function contractAt(worldId: number, place: Fragment): Fragment {
  return sql`'01K' || lpad(upper(to_hex(${place})), 7, '0') || upper(substr(md5(${worldId}::int || ' ' || ${place}), 1, 16))`;
}
