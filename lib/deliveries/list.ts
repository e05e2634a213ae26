import { sql } from "#db/client.ts";
import type { PortalContext } from "#lib/context.ts";
import { afterAll, idsOf, searchFor } from "#lib/deliveries/filter.ts";
import { overviewColumns, overviewTables, reviveOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview, StoredOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryFilter } from "#lib/deliveries/schema.ts";

const defaultLimit = 50;
const highestLimit = 200;

/** Which page: the one that begins at the `next` of the page before it, the newest without one; 50 entries unless said otherwise, 200 at most. */
export interface PageRequest {
  before?: string | undefined;
  limit?: number | undefined;
}

export interface DeliveryPage {
  deliveries: DeliveryOverview[];
  /** Where the next page begins; null after the last. */
  next: string | null;
}

/** Deliveries of a world that fit a filter, newest first (portal.md § Partner side, Deliveries). */
export async function list(
  { world, now }: Pick<PortalContext, "world" | "now">,
  filter: DeliveryFilter,
  { before = afterAll, limit = defaultLimit }: PageRequest = {},
): Promise<DeliveryPage> {
  const length = Math.min(Math.max(1, limit), highestLimit);
  // One more than is shown tells whether there is a next page.
  const search = searchFor(world, filter, now);
  const page = idsOf({ ...search, before: before < search.before ? before : search.before }, { order: "newest", limit: length + 1 });
  const rows = await sql<StoredOverview[]>`
    select ${overviewColumns(now)} from (${page}) page join ${overviewTables} on d.id = page.id order by d.id desc`;
  const deliveries = rows.slice(0, length).map(reviveOverview);
  return { deliveries, next: rows.length > length ? (deliveries.at(-1)?.id ?? null) : null };
}
