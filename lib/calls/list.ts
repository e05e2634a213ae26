import { sql } from "#db/client.ts";
import type { CallListQuery } from "#lib/calls/schema.ts";
import { idsOf, searchFor } from "#lib/calls/search.ts";
import type { PortalContext } from "#lib/context.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";

/** How many calls a page shows. */
const callsPerPage = 50;
/** As much of a path is shown in a list. */
const shownOfPath = 300;

/** A call as a list shows it, without its bodies. */
export interface CallRow {
  executionId: string;
  at: Date;
  method: string;
  /** Its beginning, where it is very long. */
  path: string;
  /** The endpoint's id in the reference; null for an unknown path. */
  endpoint: string | null;
  preview: boolean;
  status: number;
  errorCode: number | null;
  durationMs: number;
}

/** Calls of a world that fit a filter, newest first (portal.md § Partner side, Calls). */
export async function list(
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  { before, after, ...filter }: CallListQuery,
  limit = callsPerPage,
): Promise<ListPage<CallRow>> {
  const place = { before, after };
  const search = searchFor(world, filter, place, now);
  // One more than is shown tells whether there are more.
  const rows = await sql<(Omit<CallRow, "at"> & { at: string })[]>`
    select c.execution_id as "executionId", c.at, k.method, left(c.path, ${shownOfPath}) as path, k.endpoint, k.preview, k.status,
      k.error_code as "errorCode", c.duration_micros / 1000.0::float8 as "durationMs"
    from (${idsOf(search, limit + 1)}) page cross join lateral (
      -- The offset keeps the planner from reading whole days instead of looking up each.
      select * from calls where world_id = ${world.id} and execution_id = page.execution_id offset 0
    ) c join call_kinds k on k.id = c.kind_id
    order by c.execution_id ${search.isRising ? sql`asc` : sql`desc`}`;
  const read = rows.map((row) => ({ ...row, at: new Date(row.at) }));
  return makeListPage(read, { ...place, limit }, ({ executionId }) => executionId);
}
