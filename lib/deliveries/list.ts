import { sql } from "drizzle-orm";
import type { PortalContext } from "#lib/context.ts";
import { answeredWithoutSuccess, filtersAt } from "#lib/deliveries/filter.ts";
import { deliveryFilters } from "#lib/deliveries/list-filters.ts";
import { overviewJoins, overviewText } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview } from "#lib/deliveries/overview.ts";
import type { BoundedPage } from "#lib/lists/bounded-pages.ts";
import { readPage } from "#lib/lists/list.ts";
import type { List } from "#lib/lists/list.ts";
import { listQuery } from "#lib/lists/portal-lists.ts";
import type { FilterValues, ListQuery } from "#lib/lists/portal-lists.ts";

export const deliveryListQuery = listQuery(deliveryFilters);

/** Deliveries of a world that fit a filter, newest first (portal.md § Partner side, Deliveries). */
export function list(
  { world, realTime }: Pick<PortalContext, "world" | "realTime">,
  { webhookId, ...query }: ListQuery<typeof deliveryFilters>,
): Promise<BoundedPage<DeliveryOverview>> {
  const ofWebhook = sql`r.world_id = ${world.id} and r.webhook_id = (select id from webhooks where id = ${webhookId} and world_id = ${world.id})`;
  // The index of an event type covers all webhooks, so the webhook is filtered within it.
  const isLedByType = query.eventType !== undefined && query.status === undefined;
  const scope = webhookId === undefined || isLedByType ? sql`r.world_id = ${world.id}` : ofWebhook;
  return readPage(listAt(world, realTime, query), scope, isLedByType ? { ...query, webhookId } : query);
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
