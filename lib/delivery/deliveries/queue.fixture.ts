import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { acquireDue, acquireOne, byIndex, defaultLease } from "#lib/delivery/deliveries/lease.ts";
import type { LeasedDelivery, Slots } from "#lib/delivery/deliveries/lease.ts";
import type { MadeAttempt } from "#lib/delivery/deliveries/record.ts";
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

interface WebhookSettings {
  url: string;
  enabled: boolean;
  eventTypes: EventType[];
  deletedAt: Date | null;
}

export async function makeWorld(): Promise<number> {
  const { contexts } = await makePartner();
  return contexts.production.world.id;
}

export function personIn(worldId: number, now: Date): OwnerContext {
  return { ...operatorContext("tests", now), realTime: now, world: { id: worldId, environment: "development" } };
}

/** Adds a webhook for created contracts; returns its id. */
export async function addWebhook(worldId: number, settings: Partial<WebhookSettings> = {}): Promise<string> {
  const id = newId("whk");
  const { url = "https://hooks.example.com/", enabled = true, eventTypes = ["v2.contract.created"], deletedAt = null } = settings;
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at, deleted_at)
    values (${id}, ${worldId}, ${id}, ${url}, ${enabled}, ${eventTypes}, now(), now(), ${deletedAt?.toISOString() ?? null})`;
  return id;
}

export function sampleEvent(worldId: number, data: unknown = {}, eventType: EventType = "v2.contract.created"): NewEvent {
  return { worldId, eventType, subjectId: "a contract", executionId: null, data };
}

/** Emits `count` created contracts at `now`, each in a transaction of its own. */
export async function emitSamples(worldId: number, now: Date, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) await transact((tx) => emit(tx, [sampleEvent(worldId, { index })], realMoment(now)));
}

/** Free slots per webhook, and over all. */
export function slotsOf(ofOthers: number, inAll: number): Slots {
  return { webhookIds: [], free: [], ofOthers, inAll };
}

/** Acquires the deliveries due at a moment, at most a hundred per webhook. */
export function acquire(instance: string, now: Date, slots = slotsOf(100, 10_000), lease = defaultLease): Promise<LeasedDelivery[]> {
  return acquireDue(instance, now, { slots, lease, firstAttemptsOnly: false });
}

/** Acquires a delivery for its next attempt; undefined if it is not due or leased by another instance. */
export async function acquireNext(instance: string, deliveryId: string, now: Date): Promise<LeasedDelivery | undefined> {
  const [row] = await byIndex((tx) => tx<{ dueAt: Date }[]>`select due_at from delivery_queue where delivery_id = ${deliveryId}`);
  if (row === undefined) return undefined;
  const acquired = await acquireOne(instance, { deliveryId, dueAt: row.dueAt }, now, defaultLease);
  return acquired === null || acquired instanceof Date ? undefined : acquired;
}

export function attemptOf(leased: LeasedDelivery | undefined, outcome: Outcome, changes: Partial<MadeAttempt> = {}): MadeAttempt {
  if (leased === undefined) throw new Error("nothing was acquired");
  return {
    deliveryId: leased.deliveryId,
    leasedUntil: leased.leasedUntil,
    number: leased.attempt,
    trigger: leased.trigger,
    startedAt: currentTime(),
    durationMs: 12.4,
    statusCode: outcome.status === "succeeded" ? 200 : 500,
    error: null,
    errorDetail: null,
    responseBody: "answer",
    responseTruncated: false,
    signature: null,
    outcome,
    ...changes,
  };
}

export interface StoredDelivery {
  id: string;
  eventId: string;
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  queued: { dueAt: string; cycleAttempt: number; trigger: string; leasedBy: string | null } | null;
}

export async function readDeliveries(webhookId: string): Promise<StoredDelivery[]> {
  return sql<StoredDelivery[]>`
    select d.id, d.event_id, d.status, d.attempts, to_json(d.next_attempt_at) #>> '{}' as "nextAttemptAt", case when q.delivery_id is not null then
      json_build_object('dueAt', q.due_at, 'cycleAttempt', q.cycle_attempt, 'trigger', q.trigger, 'leasedBy', q.leased_by) end as queued
    from deliveries d left join delivery_queue q on q.delivery_id = d.id where d.webhook_id = ${webhookId} order by d.event_id`;
}

export interface StoredAttempt {
  number: number;
  trigger: string;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
}

export async function readAttempts(webhookId: string): Promise<StoredAttempt[]> {
  return sql<StoredAttempt[]>`
    select a.number, a.trigger, a.status_code, a.error, a.response_body
    from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.webhook_id = ${webhookId} order by d.event_id, a.number`;
}

export async function endLeases(instance: string): Promise<void> {
  await sql`update delivery_queue set leased_until = now() - interval '1 millisecond' where leased_by = ${instance}`;
}
