import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Executor } from "#db/client.ts";
import { constantStatement, expressionsOf, jsonOfParts, nameOf } from "#db/constant-statement.ts";
import type { Part } from "#db/constant-statement.ts";
import { columnsWithout, namesOf, recordsText } from "#db/rows.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { events } from "#db/schema/events.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import { currentDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import type { Reservation } from "#lib/delivery/deliveries/dispatcher.ts";
import { sendableUntil } from "#lib/delivery/deliveries/lease.ts";
import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { stampEvents } from "#lib/delivery/events/watermark.ts";
import type { StoredSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { idEndLength, newIdEnd } from "#lib/platform/ids.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import type { Moment } from "#lib/platform/time/clock.ts";
import { currentTraceparent } from "#lib/platform/traces/spans.ts";

/** The French words for the parts of a kind's name. The messages of the pages are not read here, since plain Node cannot import them. */
const inFrench: Record<string, string> = {
  ...{ contract: "contrat", renewal: "renouvellement", claim: "sinistre", draft: "brouillon", settlement: "règlement", status: "statut" },
  ...{ created: "créé soumis création", updated: "modifié changé", closed: "clos terminé", reopened: "rouvert", renewed: "renouvelé" },
  ...{ canceled: "annulé", terminated: "résilié", enabled: "activé mis en place", rejected: "refusé rejeté", resumed: "rétabli repris" },
  ...{ notification: "avis échéance averti client", ready: "prêt complet documents déposés", archived: "archivé", abandoned: "abandonné" },
  ...{ refused: "refusé", uploaded: "déposé", accepted: "accepté", requested: "demandé", paid: "payé", returned: "virement rejeté" },
};

export interface NewEvent {
  worldId: number;
  eventType: EventType;
  subjectId: string;
  executionId: string | null;
  data: unknown;
  /** Set if it differs from the moment of the other events. */
  happenedAt?: Date;
}

/** The reservations of a transaction; `transact` handles them after the commit or the rollback. */
export interface Queued {
  reservations: Reservation[];
  /** True if this process had no slot for some deliveries. */
  hasOthers: boolean;
}

const queuedBy = new WeakMap<Executor, Queued>();

/** Makes `emit` lease the deliveries that this process can send at once; the caller must send or cancel the reservations. */
export function collectQueued(tx: Executor): Queued {
  const queued: Queued = { reservations: [], hasOthers: false };
  queuedBy.set(tx, queued);
  return queued;
}

/**
 * Writes events and their deliveries in the transaction of the change (rules/events.md#emit-1). The bytes of the payload are fixed here.
 * Events have their world's time, deliveries real time. `change` are parts that make the change in the same statement.
 */
export async function emit(tx: Executor, happened: readonly NewEvent[], moment: Moment, change: readonly Part[] = []): Promise<void> {
  if (happened.length === 0 && change.length === 0) return;
  await write(tx, happened, moment, { change });
}

/** Writes a test event for one webhook, whatever its subscription; returns its delivery, undefined without the webhook. */
export async function emitTest(tx: Executor, event: NewEvent, webhookId: string, moment: Moment): Promise<string | undefined> {
  const [delivery] = await write(tx, [event], moment, { webhookId, change: [] });
  return delivery?.deliveryId;
}

interface WrittenEvent extends StoredSecrets, Record<string, unknown> {
  deliveryId: string;
  eventId: string;
  webhookId: string;
  url: string;
  leasedUntil: string | null;
}

const columnsOfEvent = namesOf(columnsWithout(events, "id"));

const of = (name: string) => sql.placeholder(name);

/** Which webhooks get an event. */
const conditions = { subscribed: sql`e.event_type = any(w.event_types)`, one: sql`w.id = ${of("webhookId")}` };

/**
 * The statement that writes events and their deliveries. The id of a delivery derives from its event's time and both ids, so it is unique. The
 * lock is the one that the queue's foreign key takes anyway; taken here, a webhook that is being deleted is seen as deleted. Leases start
 * with the statement, since the transaction may have begun long before.
 */
function writing(change: readonly Part[], receivers: SQL): SQL {
  return sql`
    with ${change.length === 0 ? sql`` : sql`${expressionsOf(change)}, `}${stampEvents}, told as (
      insert into ${events} (id, ${columnsOfEvent}) select prefix || id, ${columnsOfEvent} from stamped, json_populate_recordset(null::${events}, ${of("events")}::json)
      returning id, world_id, event_type, subject_id, test, ${of("realTime")} as created_at
    ), receiving as (
      select 'dlv_' || substr(e.id, 5, 10) || upper(substr(md5(e.id || w.id), 1, 16)) as delivery_id, e.*, w.id as webhook_id, w.url, w.enabled,
        w.signing_secret, w.previous_secret, w.previous_secret_until
      from told e join ${webhooks} w on w.world_id = e.world_id and w.world_id = any(${of("worldIds")}::int[]) and w.deleted_at is null and ${receivers}
      for key share of w
    ), made as (
      insert into ${deliveries} (id, world_id, webhook_id, event_id, event_type, subject_id, test, status, next_attempt_at, created_at, updated_at)
      select delivery_id, world_id, webhook_id, id, event_type, subject_id, test, 'pending', created_at, created_at, created_at from receiving
    ), placed as (
      select r.*, r.enabled and row_number() over (partition by r.webhook_id order by r.id) <= coalesce(known.free, ${of("ofOthers")}::int) as is_ours
      from receiving r
      left join unnest(${of("busyWebhooks")}::text[], ${of("free")}::int[]) as known (webhook_id, free)
        on known.webhook_id = r.webhook_id
    ), leased as (
      select p.*, case when is_ours then ${of("instance")}::text end as leased_by,
        case when is_ours then (statement_timestamp() + ${of("leaseMs")}::int * interval '1 millisecond')::timestamptz(3) end as leased_until
      from placed p
    ), queued as (
      insert into ${deliveryQueue} (delivery_id, event_id, webhook_id, due_at, leased_by, leased_until)
      select delivery_id, id, webhook_id, created_at, leased_by, leased_until from leased
    )
    select delivery_id, id as "eventId", webhook_id, url, signing_secret,
      previous_secret, previous_secret_until, leased_until::text as "leasedUntil" from leased`;
}

/** Leases deliveries to this process as far as it has slots; it sends them from memory after the commit. */
async function write(
  tx: Executor,
  happened: readonly NewEvent[],
  { now, realTime }: Moment,
  { webhookId, change }: { webhookId?: string; change: readonly Part[] },
): Promise<WrittenEvent[]> {
  const traceparent = currentTraceparent();
  const rows = happened.map(({ worldId, eventType, subjectId, executionId, data, happenedAt }) => ({
    id: newIdEnd(),
    worldId,
    eventType,
    subjectId,
    executionId,
    payload: JSON.stringify({ event_type: eventType, data }),
    test: webhookId !== undefined,
    createdAt: happenedAt ?? now,
    traceparent,
  }));
  // A list of worlds apart from the events lets Postgres find the webhooks by index.
  const worldIds = [...new Set(happened.map(({ worldId }) => worldId))];
  const queued = queuedBy.get(tx);
  const dispatcher = queued === undefined ? undefined : currentDispatcher();
  const slots = dispatcher?.slots("commit");
  const askedAt = currentTime().getTime();
  const receivers = webhookId === undefined ? "subscribed" : "one";
  const written = await tx.execute<WrittenEvent>(
    constantStatement(`emit ${receivers} ${nameOf(change)}`, () => writing(change, conditions[receivers]), {
      ...jsonOfParts(change),
      events: recordsText(events, rows),
      worldIds,
      webhookId,
      realTime,
      instance: dispatcher?.instance ?? null,
      leaseMs: dispatcher?.lease.lastsMs ?? 0,
      ofOthers: slots?.ofOthers ?? 0,
      busyWebhooks: slots?.webhookIds ?? [],
      free: slots?.free ?? [],
    }),
  );
  if (queued !== undefined && dispatcher !== undefined && slots !== undefined) {
    const payloads = new Map(rows.map(({ id, payload }) => [id, payload]));
    const until = sendableUntil(dispatcher.lease, askedAt);
    const leased = written.flatMap(({ leasedUntil, ...delivery }): LeasedDelivery[] => {
      const payload = payloads.get(delivery.eventId.slice(-idEndLength));
      if (leasedUntil === null || payload === undefined) return [];
      return [{ ...delivery, payload, traceparent, leasedUntil, trigger: "automatic", cycleAttempt: 1, attempt: 1, sendableUntil: until }];
    });
    queued.reservations.push(dispatcher.reserve(slots, leased));
  }
  if (queued !== undefined) queued.hasOthers ||= written.some(({ leasedUntil }) => leasedUntil === null);
  return written;
}

/** The words by which a kind of event is found besides its name: its meaning without the details, and its name in French. */
export function wordsOfType(type: EventType): string {
  const [meaning = ""] = eventCatalogue[type].meaning.split(/[:;,]/);
  return [meaning, ...type.split(".").map((part) => inFrench[part] ?? "")].join(" ");
}
