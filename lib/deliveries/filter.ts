import type { PendingQuery, Row } from "postgres";
import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import { storedDeliveryStatuses } from "#lib/deliveries/schema.ts";
import type { DeliveryFilter, DeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** A piece of a statement. */
export type Fragment = PendingQuery<Row[]>;

/** What is looked for: deliveries, as `d`. */
export interface Search {
  /** Whose they are: a world's, or a webhook's. */
  owner: { column: "world_id" | "webhook_id"; value: Fragment };
  eventType: EventType | undefined;
  statuses: readonly DeliveryStatus[];
  /** Between which identifiers, both ends excluded. */
  after: string;
  before: string;
  /** Where they are found. */
  source: Fragment;
  /** What else holds of them. */
  conditions: Fragment;
}

/** The least identifier that a delivery can have whose event is of this moment or later: an identifier begins with its time. */
export function firstIdAt(moment: Date): string {
  const { length } = "01JD3W7Q8Z";
  return `dlv_${encodeTime(Math.max(0, moment.getTime()), length)}`;
}

/** Sort before and after every identifier. */
export const beforeAll = "";
export const afterAll = "~";

/** Of these, the leased ones are being sent. */
const waiting: readonly DeliveryStatus[] = ["pending", "retrying"];

/** What a filter looks for in a world at this moment. Another world's webhook has no deliveries here. */
export function searchFor(world: Pick<World, "id">, filter: DeliveryFilter, now: Date): Search {
  const { webhookId, status, eventType, response, from, to } = filter;
  const ofWebhook = sql`(select id from webhooks where id = ${webhookId ?? ""} and world_id = ${world.id})`;
  return {
    owner: webhookId === undefined ? { column: "world_id", value: sql`${world.id}::int` } : { column: "webhook_id", value: ofWebhook },
    eventType,
    statuses: statusesFor(filter),
    after: from === undefined ? beforeAll : firstIdAt(from),
    before: to === undefined ? afterAll : firstIdAt(to),
    source: sourceFor(world, filter, now),
    conditions: sql`${response === undefined ? sql`true` : responseIs(response)} and ${isSentAs(status, now)}`,
  };
}

/** What tells a delivery `d` that is being sent from one that waits in the same stored status. */
export function isSentAs(status: DeliveryFilter["status"], now: Date): Fragment {
  if (status === "delivering") return isLeased(now);
  return waiting.some((one) => one === status) ? sql`not ${isLeased(now)}` : sql`true`;
}

/** The rest of a statement that begins with what is wanted of the deliveries. */
export function matching(search: Search): Fragment {
  return sql`from ${search.source} where d.status = any(${[...search.statuses]}::text[]) and ${allButStatus(search)}`;
}

/**
 * The identifiers of a page, newest or oldest first. Each status is looked up by itself and the first of each are merged, so that
 * two indexes per owner serve every filter, in order: `~>~` is the order that these have and the primary key has not.
 */
export function idsOf(search: Search, { order, limit }: { order: "newest" | "oldest"; limit: number }): Fragment {
  const direction = order === "newest" ? sql`using ~>~` : sql`using ~<~`;
  // Written out: a plan that is kept for any limit would be one for reading everything.
  const most = sql.unsafe(`limit ${Math.trunc(limit)}`);
  return sql`
    select found.id from unnest(${[...search.statuses]}::text[]) as wanted (status) cross join lateral (
      select d.id from ${search.source} where d.status = wanted.status and ${allButStatus(search)} order by d.id ${direction} ${most}
    ) found order by found.id ${direction} ${most}`;
}

function allButStatus({ owner, eventType, after, before, conditions }: Search): Fragment {
  const ofType = eventType === undefined ? sql`` : sql`and d.event_type = ${eventType}`;
  // Compared twice: once for the partitions, once for the indexes.
  const isAfter = after === beforeAll ? sql`` : sql`and d.id > ${after} and d.id ~>~ ${after}`;
  const isBefore = before === afterAll ? sql`` : sql`and d.id < ${before} and d.id ~<~ ${before}`;
  return sql`d.${sql(owner.column)} = ${owner.value} ${ofType} ${isAfter} ${isBefore} and ${conditions}`;
}

/** Whether an instance is sending `d`, or is about to. */
export function isLeased(now: Date): Fragment {
  // The moment is kept from the planner, which would plan each question anew for it.
  return sql`exists (select 1 from delivery_queue c where c.delivery_id = d.id and c.leased_until > (select ${now.toISOString()}::timestamptz))`;
}

/** What events are filed under that are searched for: a claim's are filed under its `id`. */
export function subjectFor({ id: worldId }: Pick<World, "id">, search: string): Fragment {
  return /^CLM-/i.test(search)
    ? sql`(select id from claims where claim_id = ${search.toUpperCase()} and world_id = ${worldId})`
    : sql`${search}`;
}

function statusesFor({ status, response }: DeliveryFilter): readonly DeliveryStatus[] {
  const ofStatus = storedDeliveryStatuses.filter(
    (stored) => status === undefined || stored === status || (status === "delivering" && waiting.includes(stored)),
  );
  if (response === undefined) return ofStatus;
  // What waits for the first attempt of its cycle has no answer, and a success has one of the class 2xx.
  return ofStatus.filter(
    (stored) => stored === "cancelled" || (stored !== "pending" && (stored === "succeeded") === response.startsWith("2")),
  );
}

/** What the last attempt of a delivery `d` brought. */
export function responseIs(response: string): Fragment {
  if (response === "none") return sql`d.last_status_code is null and d.last_error is not null`;
  const lowest = Number(response.replace("xx", "00"));
  return sql`d.last_status_code between ${lowest}::smallint and ${response.endsWith("xx") ? lowest + 99 : lowest}::smallint`;
}

/**
 * Where the fewest deliveries need be looked at: those of the events that are searched for, the leased ones, or else all.
 * `offset 0` keeps the planner from looking elsewhere.
 */
function sourceFor(world: Pick<World, "id">, { status, search }: DeliveryFilter, now: Date): Fragment {
  if (search?.startsWith("dlv_") === true) return sql`(select * from deliveries where id = ${search} offset 0) d`;
  if (search !== undefined) {
    const named = search.startsWith("evt_") ? sql`id = ${search}` : sql`subject_id = ${subjectFor(world, search)}`;
    // A delivery's identifier begins with the time in that of its event.
    return sql`
      (select id, 'dlv_' || substr(id, 5, 10) as time from events where world_id = ${world.id} and ${named}) e
      cross join lateral (select * from deliveries where id > e.time and id < e.time || '~' and event_id = e.id offset 0) d`;
  }
  if (status === "delivering") {
    return sql`
      (select q.delivery_id from webhooks w join delivery_queue q on q.webhook_id = w.id
        where w.world_id = ${world.id} and w.deleted_at is null and q.leased_until > ${now.toISOString()}::timestamptz offset 0) q
      cross join lateral (select * from deliveries where id = q.delivery_id offset 0) d`;
  }
  return sql`deliveries d`;
}
