import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { isOfEvent } from "#lib/delivery/deliveries/filter.ts";
import { read as readDelivery } from "#lib/delivery/deliveries/read.ts";
import type { DeliveryDetail } from "#lib/delivery/deliveries/read.ts";
import { timeOfEvent, subjectOf } from "#lib/developer/events/list-for-portal.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { maskText } from "#lib/platform/log/mask.ts";

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
