import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { decodeTime } from "ulid";
import { sql as pool } from "#db/client.ts";
import { runUnprepared } from "#db/rows.ts";
import { conditionsOf } from "#lib/account/search/traffic.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { joinSubject } from "#lib/delivery/deliveries/overview.ts";
import type { DeliverySubject } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType, PayloadKind } from "#lib/delivery/event-catalogue.ts";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import { eventFilters } from "#lib/developer/events/list-filters.ts";
import { firstIdAt } from "#lib/platform/ids.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { isBackward, listQuery, makeListPage, summaryQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";
import { summarize as summarizeRows } from "#lib/platform/lists/summary.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";

export interface EventRow {
  id: string;
  eventType: EventType;
  subject: { kind: Exclude<PayloadKind, "renewal">; id: string; name: string };
  /** Null once the contract or claim is gone. */
  about: DeliverySubject | null;
  /** Null for time and support. */
  executionId: string | null;
  /** False for a call that has expired or was not recorded. */
  isCallKept: boolean;
  /** Real time: the sandbox may have had another time. */
  at: Date;
  deliveries: Partial<Record<DeliveryStatus, number>>;
}

interface Row extends Omit<EventRow, "at" | "subject" | "deliveries" | "isCallKept"> {
  subjectId: string;
  claimId: string | null;
  deliveries: EventRow["deliveries"] | null;
}

export const eventListQuery = listQuery(eventFilters);
export const eventSummaryQuery = summaryQuery(eventFilters);

type Query = Keyset & FilterValues<typeof eventFilters>;

/**
 * An identifier begins with its event's time, so it gives the order, and a range of identifiers is a period. Events have no instant of
 * their own with an index, by which `readPage` would order them.
 */
export async function listForPortal({ world }: Pick<PartnerContext, "world">, query: Query): Promise<BoundedPage<EventRow>> {
  const isFound = await searchConditions(world.id, query.search);
  const direction = isBackward(query) ? sql`asc` : sql`desc`;
  // One extra row shows whether there are more.
  const most = sql`limit ${sql.raw(String(Math.trunc(query.limit + 1)))}`;
  const statement = sql`
    select e.id, e.event_type, e.subject_id, e.execution_id,
      m.claim_id, about.about,
      -- A delivery's identifier begins with the time in that of its event.
      (select json_object_agg(status, count) from (
        select status, count(*) from deliveries d
        where d.id > 'dlv_' || substr(e.id, 5, 10) and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id group by status
      ) counted) as deliveries
    from (${selectEvents(world.id, query, sql`order by e.id ${direction} ${most}`, isFound)}) e ${sql.raw(joinSubject("e"))} order by e.id ${direction}`;
  const rows = await runUnprepared<Row>(pool, statement);
  const kept = await listKept(
    world.id,
    rows.flatMap(({ executionId }) => executionId ?? []),
  );
  const page = makeListPage(
    rows.map((row) => toEventRow(row, kept)),
    query,
    ({ id }) => id,
  );
  return { ...page, lookedTo: null };
}

/** The time in the identifier of an event `e`, as `timeOfEvent` reads it; `created_at` is by the clock of the sandbox. */
const realTimeOf = sql.raw(
  `to_timestamp((${Array.from(
    { length: 10 },
    (_none, place) => `(strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(e.id, ${place + 5}, 1)) - 1)::int8 * ${32 ** (9 - place)}`,
  ).join(" + ")}) / 1000.0)`,
);

/** Counts the events of the same list over time and by type. */
export async function summarize(
  { world, realTime }: Pick<PartnerContext, "world" | "realTime">,
  { timeZone, ...query }: FilterValues<typeof eventFilters> & { timeZone: string },
): Promise<ListSummary> {
  const isFound = await searchConditions(world.id, query.search);
  const newest = sql`order by e.id desc limit ${sql.raw(String(maxSummed + 1))}`;
  const rows = sql`
    select ${realTimeOf} as at, true as fits, 'event' as outcome, e.event_type as facet_0 from (${selectEvents(world.id, query, newest, isFound)}) e`;
  return summarizeRows({ rows, facets: ["eventType"] }, query, { now: realTime, timeZone });
}

/** The events `e` that a filter matches. Each event type is read from its index in order, and the types are merged. */
function selectEvents(
  worldId: number,
  { eventType, from, to, before, after }: Partial<Query>,
  first: SQL,
  isFound: readonly SQL[] | undefined,
): SQL {
  const bounds = [
    from === undefined ? sql`` : sql`and e.id >= ${firstIdAt("evt", from)}`,
    to === undefined ? sql`` : sql`and e.id < ${firstIdAt("evt", to)}`,
    before === undefined ? sql`` : sql`and e.id < ${before}`,
    before === undefined && after !== undefined ? sql`and e.id > ${after}` : sql``,
  ];
  const within = sql`e.world_id = ${worldId} and not e.test ${sql.join(bounds, sql` `)}`;
  const types = eventType === undefined || eventType.length === 0 ? undefined : [...new Set(eventType)];
  if (isFound !== undefined) {
    const ofType = types === undefined ? sql`` : sql`and e.event_type = any(${sql.param(types)}::text[])`;
    const each = isFound.map(
      (found) =>
        sql`(select e.id from (select r.* from events r where r.world_id = ${worldId} and ${found}) e where ${within} ${ofType} ${first})`,
    );
    return sql`select e.* from events e where e.id = any(array(${each.length === 0 ? sql`select ''` : sql.join(each, sql` union `)})) and ${within} ${first}`;
  }
  if (types === undefined) return sql`select e.* from events e where ${within} ${first}`;
  return sql`
    select e.* from unnest(${sql.param(types)}::text[]) as wanted (event_type) cross join lateral (
      select e.* from events e where ${within} and e.event_type = wanted.event_type ${first}
    ) e ${first}`;
}

/** Conditions on an event `r`, of which any says that a search finds it; undefined if nothing is typed. */
async function searchConditions(worldId: number, typed: string | undefined): Promise<readonly SQL[] | undefined> {
  return typed === undefined ? undefined : conditionsOf("events", typed, worldId);
}

export function timeOfEvent(id: string): Date {
  return new Date(decodeTime(id.slice("evt_".length)));
}

export function subjectOf(eventType: EventType, id: string, claimId: string | null): EventRow["subject"] {
  return { kind: eventCatalogue[eventType].payload === "claim" ? "claim" : "contract", id, name: claimId ?? id };
}

/** The calls of these that the log keeps. As constants, the identifiers tell which days are looked at. */
async function listKept(worldId: number, executionIds: readonly string[]): Promise<Set<string>> {
  if (executionIds.length === 0) return new Set();
  const ofIds = sql`any(${sql.param([...executionIds])}::text[])`;
  const statement = sql`select execution_id as "executionId" from calls where world_id = ${worldId} and execution_id = ${ofIds}`;
  return new Set((await runUnprepared<{ executionId: string }>(pool, statement)).map(({ executionId }) => executionId));
}

function toEventRow({ subjectId, claimId, deliveries, ...row }: Row, kept: ReadonlySet<string>): EventRow {
  return {
    ...row,
    isCallKept: row.executionId !== null && kept.has(row.executionId),
    at: timeOfEvent(row.id),
    subject: subjectOf(row.eventType, subjectId, claimId),
    deliveries: deliveries ?? {},
  };
}
