import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { PortalContext, World } from "#lib/account/worlds/context.ts";
import { answeredWithoutSuccess, filtersAt, searchConditions } from "#lib/delivery/deliveries/filter.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { overviewJoins, overviewText } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery, summaryQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { summarizeList } from "#lib/platform/lists/summary.ts";
import type { ListSummary, Tally } from "#lib/platform/lists/summary.ts";

export const deliveryListQuery = listQuery(deliveryFilters);
export const deliverySummaryQuery = summaryQuery(deliveryFilters);

/** Deliveries of a world that fit a filter, newest first. */
export async function list(
  { world, realTime }: Pick<PortalContext, "world" | "realTime">,
  query: ListQuery<typeof deliveryFilters>,
): Promise<BoundedPage<DeliveryOverview>> {
  const { scope, checked } = scopeOf(world, query);
  return readPage(await listFor(world, realTime, query), scope, checked);
}

const deliveryTally: Tally<typeof deliveryFilters> = {
  outcome: sql`case when r.status in ('pending', 'retrying') then 'waiting' else r.status end`,
  facets: { status: sql`r.status`, eventType: sql`r.event_type`, webhookId: sql`r.webhook_id`, response: sql`r.last_status_code` },
};

/** Counts the deliveries of the same list by outcome over time, and by status, event, webhook and response. */
export async function summarize(
  { world, realTime }: Pick<PortalContext, "world" | "realTime">,
  { timeZone, ...query }: FilterValues<typeof deliveryFilters> & { timeZone: string },
): Promise<ListSummary> {
  const { scope, checked } = scopeOf(world, query);
  return summarizeList(await listFor(world, realTime, query), scope, checked, deliveryTally, { now: realTime, timeZone });
}

/** The candidate rows, and the remaining checks on each. */
function scopeOf<Query extends FilterValues<typeof deliveryFilters>>(
  world: Pick<World, "id">,
  { webhookId, ...query }: Query,
): { scope: SQL; checked: Omit<Query, "webhookId"> | Query } {
  const ofWebhook = sql`r.world_id = ${world.id} and r.webhook_id = (select id from webhooks where id = ${webhookId} and world_id = ${world.id})`;
  // The index of an event type covers all webhooks, so the webhook is filtered within it.
  const isLedByType = query.eventType !== undefined && query.status === undefined;
  const scope = webhookId === undefined || isLedByType ? sql`r.world_id = ${world.id}` : ofWebhook;
  return { scope, checked: isLedByType ? { ...query, webhookId } : query };
}

/** A search leads by the indexes of what it finds. */
async function listFor(world: PortalContext["world"], now: Date, query: FilterValues<typeof deliveryFilters>) {
  const found = await searchConditions(world, query.search);
  const whole = listAt(world, now, query);
  return found === undefined ? whole : { ...whole, conditions: { ...whole.conditions, search: () => sql`true` }, lead: found };
}

export function listAt(
  world: PortalContext["world"],
  now: Date,
  { status, response, search }: FilterValues<typeof deliveryFilters>,
): List<typeof deliveryFilters, DeliveryOverview> {
  // Unsuccessful deliveries are few and have an index, where unsuccessful responses are searched.
  const isRare = response !== undefined && !response.startsWith("2") && status === undefined && search === undefined;
  return {
    ...filtersAt(world, now),
    table: "deliveries",
    order: { at: "created_at", key: "id", direction: "desc" },
    ...(isRare && { lead: answeredWithoutSuccess.map((stored) => sql`r.status = ${stored}`) }),
    columns: sql.raw(overviewText(now)),
    joins: sql.raw(overviewJoins),
  };
}
