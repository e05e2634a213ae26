import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { isOfEvent } from "#lib/delivery/deliveries/filter.ts";
import { read as readDelivery } from "#lib/delivery/deliveries/read.ts";
import type { DeliveryDetail } from "#lib/delivery/deliveries/read.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { readHistory } from "#lib/developer/events/history.ts";
import type { HistoryPage, HistoryQuery } from "#lib/developer/events/history.ts";
import { subjectOf, timeOfEvent } from "#lib/developer/events/list-for-portal.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";
import { findForPortal as findClaim } from "#lib/insurance/claims/read.ts";
import { findForPortal as findContract } from "#lib/insurance/contracts/read.ts";
import { readForPortal as findRenewal } from "#lib/insurance/renewals/read.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { maskText } from "#lib/platform/log/mask.ts";

interface KindMet {
  eventType: EventType;
  eventId: string;
  at: Date;
}

type ReaderContext = Pick<PartnerContext, "world" | "user">;

/** A world has few webhooks. */
const maxDeliveries = 20;

/** An identifier is made a moment before its event, so a smaller difference does not mean a moved clock. */
const minMoveMs = 60_000;

export interface EventDetail extends Omit<EventRow, "about" | "deliveries" | "isCallKept"> {
  /** By the clock of the sandbox, where that was moved. */
  sandboxTime: Date | null;
  test: boolean;
  call: { method: string; path: string; status: number } | null;
  /** The exact body of every delivery. */
  payload: string;
  deliveries: DeliveryDetail[];
}

type Stored = Pick<EventDetail, "id" | "eventType" | "executionId" | "test" | "call" | "payload"> & {
  createdAt: Date;
  subjectId: string;
  claimId: string | null;
  deliveries: string[];
};

export async function readForPortal(ctx: Pick<PartnerContext, "world" | "realTime">, eventId: string): Promise<EventDetail> {
  const [row] = await sql<Stored[]>`
    select e.id, e.event_type, e.subject_id, e.execution_id, e.created_at, e.test, e.payload,
      (select claim_id from claims where id = e.subject_id) as "claimId",
      case when c.execution_id is not null then json_build_object('method', c.method, 'path', c.path, 'status', c.status) end as call,
      array(
        select d.id from deliveries d
        where ${isOfEvent}
        order by d.id limit ${maxDeliveries}
      ) as deliveries
    from events e left join calls c on c.execution_id = e.execution_id and c.world_id = e.world_id
    where e.id = ${eventId} and e.world_id = ${ctx.world.id}`;
  if (row === undefined) throw new NotFound(`there is no event ${eventId}`, { key: "noEvent" });
  const { createdAt: byClock, subjectId, claimId, deliveries, call, ...event } = row;
  const at = timeOfEvent(event.id);
  return {
    ...event,
    call: call && { ...call, path: maskText(call.path).text },
    at,
    sandboxTime: Math.abs(byClock.getTime() - at.getTime()) < minMoveMs ? null : byClock,
    subject: subjectOf(event.eventType, subjectId, claimId),
    deliveries: await Promise.all(deliveries.map((id) => readDelivery(ctx, id))),
  };
}

export async function readClaimHistory(ctx: ReaderContext, id: string, query: HistoryQuery): Promise<HistoryPage> {
  const claim = await findClaim(ctx.world, id);
  return readHistory(ctx, sql`e.subject_id = ${claim.id}`, query);
}

export async function readContractHistory(ctx: ReaderContext, cid: string, query: HistoryQuery): Promise<HistoryPage> {
  await findContract(ctx.world, cid);
  return readHistory(ctx, sql`e.subject_id = ${cid}`, query);
}

/** Reads the renewal's events: those of its contract that concern it, and its application, which is an event of the next contract. */
export async function readRenewalHistory(ctx: ReaderContext, arid: string, query: HistoryQuery): Promise<HistoryPage> {
  const { cid, nextCid } = await findRenewal(ctx, arid);
  const isOfRenewal = sql`e.event_type like 'v2.contract.renewal.%' and e.payload::json -> 'data' ->> 'id' = ${arid}`;
  const isApplication = sql`e.subject_id = ${nextCid ?? ""} and e.event_type = 'v2.contract.renewed'`;
  return readHistory(ctx, sql`e.subject_id in (${cid}, ${nextCid ?? cid}) and ((${isOfRenewal}) or (${isApplication}))`, query);
}

/**
 * Lists the event types that a world has had, each with its latest event. Its type is a range in the order, which only the index of types
 * has: for a type that is not there, the planner would else read all events of all worlds backward by their identifiers.
 */
export async function listKindsMet({ world }: Pick<PartnerContext, "world">): Promise<KindMet[]> {
  const rows = await sql<Omit<KindMet, "at">[]>`
    select kind.event_type, e.id as "eventId"
    from unnest(${[...eventTypes]}::text[]) as kind (event_type) cross join lateral (
      select id from events e where e.world_id = ${world.id} and e.event_type >= kind.event_type and e.event_type <= kind.event_type and not e.test order by e.event_type desc, e.id desc limit 1
    ) e`;
  return rows.map((row) => ({ ...row, at: timeOfEvent(row.eventId) }));
}
