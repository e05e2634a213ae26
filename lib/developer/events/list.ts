import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { eventCatalogue, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { readWatermark } from "#lib/delivery/events/watermark.ts";
import type { EventsQuery, WireEvent } from "#lib/developer/events/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const renewalTypes = eventTypes.filter((eventType) => eventCatalogue[eventType].payload === "renewal");
const otherTypes = eventTypes.filter((eventType) => eventCatalogue[eventType].payload !== "renewal");

interface Row {
  id: string;
  eventType: EventType;
  subjectId: string;
  at: Date;
  payload: string;
}

const columns = sql`e.id, e.event_type, e.subject_id, e.created_at as at, e.payload`;

/**
 * With `after` alone the page is right after that event, so that a receiver can continue (rules/events.md#read-2). A page with `after` ends
 * where a change is still being written, since its events would come before those that the receiver continues after.
 */
export async function list({ world }: Pick<ApiContext, "world">, query: EventsQuery): Promise<{ events: WireEvent[]; has_more: boolean }> {
  const { after, before, subject, limit } = query;
  const isBackward = after !== undefined && before === undefined;
  // One extra row shows whether there are more.
  const order = sql`order by e.id ${isBackward ? sql`asc` : sql`desc`} limit ${sql.unsafe(String(limit + 1))}`;
  const since = after === undefined ? sql`` : sql`and e.id > ${after} and e.id < ${await readWatermark(world)}`;
  const within = sql`
    e.world_id = ${world.id} and not e.test ${since} ${before === undefined ? sql`` : sql`and e.id < ${before}`}`;
  const types = query.event_type === undefined ? undefined : [...new Set(query.event_type)];
  // Each event type is read from its index, however rare it is.
  const rows = await readOnReplica((pool) =>
    subject === undefined && types !== undefined
      ? pool<Row[]>`
        select ${columns} from unnest(${types}::text[]) as wanted (event_type)
        cross join lateral (select * from events e where ${within} and e.event_type = wanted.event_type ${order}) e ${order}`
      : pool<Row[]>`
        select ${columns} from events e where ${within} ${subject === undefined ? sql`` : sql`and ${matchesSubject(world.id, subject, types)}`} ${order}`,
  );
  const page = rows.slice(0, limit).map(toWire);
  return { events: isBackward ? page.toReversed() : page, has_more: rows.length > limit };
}

export async function read({ world }: Pick<ApiContext, "world">, eventId: string): Promise<WireEvent> {
  const [row] = await sql<Row[]>`select ${columns} from events e where e.id = ${eventId} and e.world_id = ${world.id} and not e.test`;
  if (row === undefined) throw new ApiError("EVENT_NOT_FOUND");
  return toWire(row);
}

/** Matches events `e` about a contract, a renewal or a claim. Events of a renewal are filed under its contract. */
function matchesSubject(worldId: number, subject: string, types: readonly EventType[] | undefined): Fragment {
  const among = (all: readonly EventType[]) => all.filter((eventType) => types === undefined || types.includes(eventType));
  if (subject.startsWith("ar_")) {
    return sql`e.subject_id = (select cid from automatic_renewals where arid = ${subject})
      and e.event_type = any(${among(renewalTypes)}::text[]) and e.payload::json #>> '{data,id}' = ${subject}`;
  }
  const filedUnder = /^CLM-/i.test(subject)
    ? sql`(select id from claims where claim_id = ${subject.toUpperCase()} and world_id = ${worldId})`
    : sql`${subject}`;
  return sql`e.subject_id = ${filedUnder} and e.event_type = any(${among(otherTypes)}::text[])`;
}

/** JSON.parse and JSON.stringify reproduce the bytes that JSON.stringify wrote. */
function toWire({ id, eventType, subjectId, at, payload }: Row): WireEvent {
  const { data } = JSON.parse(payload) as { data: WireEvent["data"] };
  const subject = eventCatalogue[eventType].payload === "renewal" && "id" in data ? data.id : subjectId;
  return { id, event_type: eventType, subject, created_date: at.toISOString(), data };
}
