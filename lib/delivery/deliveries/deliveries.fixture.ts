import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import type { DeliveryStatus, ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { newId } from "#lib/platform/ids.ts";

export interface SampleDelivery {
  webhookId: string;
  eventType: EventType;
  status: DeliveryStatus;
  leased: boolean;
  statusCode: number | null;
  error: string | null;
  subjectId: string;
  at: Date;
}

export interface StoredDelivery extends SampleDelivery {
  id: string;
  eventId: string;
  shown: ShownDeliveryStatus;
}

export async function insertDeliveries(
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  samples: readonly SampleDelivery[],
): Promise<StoredDelivery[]> {
  const stored = samples.map((sample): StoredDelivery => {
    const suffix = newId("dlv").slice(-16);
    const id = `dlv_${encodeTime(sample.at.getTime(), 10)}${suffix}`;
    const isWaiting = sample.status === "pending" || sample.status === "retrying";
    return { ...sample, id, eventId: id.replace("dlv_", "evt_"), shown: isWaiting && sample.leased ? "delivering" : sample.status };
  });
  const events = stored.map(({ eventId, eventType, subjectId, at }) => ({
    id: eventId,
    world_id: world.id,
    event_type: eventType,
    subject_id: subjectId,
    payload: "{}",
    test: false,
    created_at: at,
  }));
  const deliveries = stored.map(({ id, webhookId, eventId, eventType, subjectId, status, statusCode, error, at }) => ({
    id,
    world_id: world.id,
    webhook_id: webhookId,
    event_id: eventId,
    event_type: eventType,
    subject_id: subjectId,
    test: false,
    status,
    attempts: 1,
    next_attempt_at: status === "pending" || status === "retrying" ? at : null,
    last_status_code: statusCode,
    last_error: error,
    created_at: at,
    updated_at: at,
  }));
  await sql`insert into events select * from json_populate_recordset(null::events, ${JSON.stringify(events)}::json)`;
  await sql`insert into deliveries select * from json_populate_recordset(null::deliveries, ${JSON.stringify(deliveries)}::json)`;
  const leaseEnd = new Date(now.getTime() + 3_600_000).toISOString();
  const leased = stored.filter(({ shown }) => shown === "delivering").map(({ id }) => id);
  await sql`
    insert into delivery_queue (delivery_id, event_id, webhook_id, due_at, leased_by, leased_until)
    select id, event_id, webhook_id, next_attempt_at, case when id = any(${leased}::text[]) then 'run_test' end, case when id = any(${leased}::text[]) then ${leaseEnd}::timestamptz end
    from deliveries where world_id = ${world.id} and next_attempt_at is not null on conflict do nothing`;
  return stored;
}
