import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { conditionsOf } from "#lib/account/search/traffic.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import type { DeliveryFilter, DeliveryStatus, ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { allConditions } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";

/** The conditions of the filters on a row `r`. */
export function filtersAt(
  { id: worldId }: Pick<World, "id">,
  now: Date,
): Required<Pick<List<typeof deliveryFilters, object>, "filters" | "conditions">> {
  return {
    filters: deliveryFilters,
    conditions: {
      status: (status) => matchesStatus(status as ShownDeliveryStatus, worldId, now),
      response: matchesResponse,
    },
  };
}

/** The condition that a delivery `r` fits the whole filter. */
export async function matching(world: Pick<World, "id">, filter: DeliveryFilter, now: Date): Promise<SQL> {
  const found = await searchConditions(world, filter.search);
  const { filters, conditions } = filtersAt(world, now);
  const search = () => found ?? [];
  return sql`r.world_id = ${world.id} and ${allConditions({ filters, conditions: { ...conditions, search } }, filter)}`;
}

/** Conditions on a delivery `r`, of which any says that a search finds it; undefined if nothing is typed. */
export async function searchConditions({ id }: Pick<World, "id">, typed: string | undefined): Promise<readonly SQL[] | undefined> {
  return typed === undefined ? undefined : conditionsOf("deliveries", typed, id);
}

/** Statuses whose last response can be one without success; a pending delivery has none in its cycle. */
export const answeredWithoutSuccess: readonly DeliveryStatus[] = ["retrying", "failed", "cancelled"];

export function isLeased(now: Date): Fragment {
  // In a subquery, since Postgres would plan anew for each constant.
  return pool`exists (select 1 from delivery_queue c where c.delivery_id = d.id and c.leased_until > (select ${now}))`;
}

/** Matches the deliveries `d` of an event `e`. Both identifiers begin with the same time, so only one day is searched. */
export const isOfEvent = pool`d.id > 'dlv_' || substr(e.id, 5, 10) and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id`;

/** `delivering` is not stored: it means a waiting delivery with a lease. */
function matchesStatus(status: ShownDeliveryStatus, worldId: number, now: Date): SQL {
  const leased = sql`
    select q.delivery_id from delivery_queue q join webhooks w on w.id = q.webhook_id
    where w.world_id = ${worldId} and q.leased_until > ${now}`;
  if (status === "delivering") return sql`r.id = any(array(${leased})) and r.status <> 'succeeded'`;
  if (status !== "pending" && status !== "retrying") return sql`r.status = ${status}`;
  return sql`r.status = ${status} and not (r.id = any(array(${leased})))`;
}

function matchesResponse(response: string): SQL {
  if (response === "unsuccessful") return sql`(r.status = 'retrying' or r.status = 'failed')`;
  const isTried = sql`r.status <> 'pending'`;
  if (response === "none") return sql`${isTried} and r.last_status_code is null and r.last_error is not null`;
  const lowest = Number(response.replace("xx", "00"));
  return sql`${isTried} and r.last_status_code between ${lowest} and ${response.endsWith("xx") ? lowest + 99 : lowest}`;
}
