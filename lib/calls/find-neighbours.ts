import { list } from "#lib/calls/list.ts";
import type { CallFilter } from "#lib/calls/schema.ts";
import type { PortalContext } from "#lib/context.ts";

/** The calls beside one in a list, by execution id; null at its ends. */
export interface Neighbours {
  newer: string | null;
  older: string | null;
}

/** The calls that come before and after one in the list of those that fit a filter. */
export async function findNeighbours(
  ctx: Pick<PortalContext, "world" | "realTime">,
  executionId: string,
  filter: CallFilter,
): Promise<Neighbours> {
  const [newer, older] = await Promise.all([
    list(ctx, { ...filter, after: executionId }, 1),
    list(ctx, { ...filter, before: executionId }, 1),
  ]);
  return { newer: newer.rows[0]?.executionId ?? null, older: older.rows[0]?.executionId ?? null };
}
