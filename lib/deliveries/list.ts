import { sql } from "#db/client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { PortalContext } from "#lib/context.ts";
import { overviewColumns, overviewTables, reviveOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview, StoredOverview } from "#lib/deliveries/overview.ts";
import { momentIn, pageOf } from "#lib/deliveries/page.ts";
import type { DeliveryFilter } from "#lib/deliveries/schema.ts";
import { makeListPage } from "#lib/portal-lists.ts";

/** How many deliveries a page shows. */
const deliveriesPerPage = 50;

/** Which page: the one below a delivery or above one, the newest without either. */
export interface PageRequest {
  before?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

/** A page of deliveries. Where the response is asked for, or a subject that much happened to, it may end before it is full. */
export type DeliveryPage = BoundedPage<DeliveryOverview>;

/** Deliveries of a world that fit a filter, newest first (portal.md § Partner side, Deliveries). */
export async function list(
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  filter: DeliveryFilter,
  { before, after, limit = deliveriesPerPage }: PageRequest = {},
): Promise<DeliveryPage> {
  const isRising = before === undefined && after !== undefined;
  // One more than is shown tells whether there are more.
  const page = pageOf({ world, filter, before, after, limit: limit + 1, now });
  const rows = await sql<(StoredOverview & { reached: string | null })[]>`
    select shown.*, page.reached from (${page}) page left join lateral (
      -- The offset keeps the planner from reading whole days instead of looking up each.
      select ${overviewColumns(now)} from ${overviewTables} where d.id = page.id offset 0
    ) shown on true order by shown.id ${isRising ? sql`asc` : sql`desc`}`;
  const reached = rows[0]?.reached ?? null;
  const read = rows.flatMap(({ reached: _reached, ...row }) => (row.id === null ? [] : [reviveOverview(row)]));
  const found = makeListPage(read, { before, after, limit }, ({ id }) => id);
  if (reached === null || read.length > limit) return { ...found, lookedTo: null };
  const lookedTo = new Date(momentIn(reached) ?? now.getTime());
  return isRising
    ? { ...found, newer: reached, older: found.older ?? reached, lookedTo }
    : { ...found, older: reached, newer: before === undefined ? null : (found.newer ?? reached), lookedTo };
}
