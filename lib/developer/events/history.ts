import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { isOfEvent } from "#lib/delivery/deliveries/filter.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { changesBetween } from "#lib/developer/events/rules/changes.ts";
import type { Change } from "#lib/developer/events/rules/changes.ts";

const eventsPerPage = 25;

export interface HistoryEntry {
  id: string;
  eventType: EventType;
  at: Date;
  /** The call, link or scenario (lib/delivery/events/origin.ts); null for time and support. */
  executionId: string | null;
  /** The person who played the insurer in the sandbox. */
  player: string | null;
  call: { method: string; path: string; status: number } | null;
  /** Changes since the event before; empty for the first event, and where the one before has expired. */
  changes: Change[];
  /** Counts by status, for developers; null without deliveries. */
  deliveries: Partial<Record<DeliveryStatus, number>> | null;
}

export interface HistoryPage {
  events: HistoryEntry[];
  next: string | null;
}

export interface HistoryQuery {
  before?: string | undefined;
}

type Row = Omit<HistoryEntry, "changes"> & { payload: string; before: string | null };

/** Reads the events `e` that a condition selects, newest first. Members see neither calls nor deliveries (rules/authority.md#roles-1). */
export async function readHistory(
  { world, user }: Pick<PartnerContext, "world" | "user">,
  condition: Fragment,
  { before }: HistoryQuery,
): Promise<HistoryPage> {
  const seesCalls = isAmong("developer", user.role);
  const isBefore = before === undefined ? sql`` : sql`and e.id < ${before}`;
  const rows = await sql<Row[]>`
    select e.id, e.event_type, e.created_at as at, e.execution_id, e.payload,
      (${payloadBefore}) as before, (${playerOf}) as player, ${seesCalls ? change : withheld}
    from (
      select * from events e where e.world_id = ${world.id} and ${condition} and not e.test ${isBefore}
      order by e.id desc limit ${sql.unsafe(String(eventsPerPage + 1))}
    ) e ${seesCalls ? makers : sql``}
    order by e.id desc`;
  const events = rows.slice(0, eventsPerPage).map(({ payload, before: previous, ...row }) => ({
    ...row,
    changes: previous === null ? [] : changesBetween(eventCatalogue[row.eventType].payload, dataOf(previous), dataOf(payload)),
  }));
  return { events, next: rows.length > eventsPerPage ? (events.at(-1)?.id ?? null) : null };
}

function dataOf(payload: string): unknown {
  return (JSON.parse(payload) as { data: unknown }).data;
}

const isRenewal = (event: "e" | "p") => sql.unsafe(`starts_with(${event}.event_type, 'v2.contract.renewal.')`);

const payloadBefore = sql`
  select p.payload from events p
  where p.world_id = e.world_id and p.subject_id = e.subject_id and p.id < e.id and not p.test and ${isRenewal("p")} = ${isRenewal("e")}
  order by p.id desc limit 1`;

const playerOf = sql`
  select u.name from audit_entries a join users u on u.id = a.actor ->> 'userId'
  where a.subject_id = e.subject_id and a.action = 'sandbox.insurerPlayed' and a.details ->> 'executionId' = e.execution_id limit 1`;

const withheld = sql`null as call, null as deliveries`;

const change = sql`
  case when l.execution_id is not null then json_build_object('method', l.method, 'path', l.path, 'status', l.status) end as call, d.deliveries`;

const makers = sql`
  left join calls l on l.execution_id = e.execution_id and l.world_id = e.world_id
  cross join lateral (
    select json_object_agg(status, count) as deliveries from (
      select status, count(*) from deliveries d
      where ${isOfEvent} group by status
    ) counted
  ) d`;
