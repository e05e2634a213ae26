import { expect } from "vitest";
import type { CrashingDatabase } from "#e2e/crash/database.ts";
import type { Arrival } from "#e2e/crash/receiver.ts";
import type { Answers, Shop } from "#e2e/crash/shop.ts";
import { nameOfInstances } from "#e2e/setup/postgres-pair.ts";

/** A delivery that was leased when its instance died. */
export interface Abandoned {
  deliveryId: string;
  /** In milliseconds. */
  leasedUntil: number;
}

/** The leases that a killed instance has left behind. To be asked for once nothing of it is at work in the database any more. */
export async function listAbandoned({ look }: Pick<CrashingDatabase, "look">, { worldId }: Shop): Promise<Abandoned[]> {
  const rows = await look<{ deliveryId: string; leasedUntil: string }[]>`
    select q.delivery_id as "deliveryId", q.leased_until as "leasedUntil"
    from delivery_queue q join webhooks w on w.id = q.webhook_id where w.world_id = ${worldId} and q.leased_until is not null`;
  return rows.map(({ deliveryId, leasedUntil }) => ({ deliveryId, leasedUntil: new Date(leasedUntil).getTime() }));
}

/** Nothing of an instance is at work in the database. */
export async function expectNobody({ look }: Pick<CrashingDatabase, "look">): Promise<void> {
  expect(await look`select from pg_stat_activity where application_name = ${nameOfInstances}`).toHaveLength(0);
}

export async function expectAllOver({ look }: Pick<CrashingDatabase, "look">, { worldId }: Shop): Promise<void> {
  expect(
    await look`select from delivery_queue q join webhooks w on w.id = q.webhook_id where w.world_id = ${worldId} limit 1`,
  ).toHaveLength(0);
}

/** Nothing that was promised is missing, and nothing is there, or was sent, of what never came about. */
export async function expectNothingLost(
  { look }: Pick<CrashingDatabase, "look">,
  shop: Shop,
  answers: Answers,
  arrivals: readonly Arrival[],
): Promise<void> {
  const contracts = await look<{ cid: string }[]>`select cid from contracts where world_id = ${shop.worldId}`;
  const cids = new Set(contracts.map(({ cid }) => cid));
  expect(answers.accepted.filter((cid) => !cids.has(cid))).toEqual([]);

  const events = await look<{ id: string; subjectId: string; type: string; payload: string }[]>`
    select id, subject_id as "subjectId", event_type as type, payload from events where world_id = ${shop.worldId}`;
  const told = events.map(({ subjectId, type }) => `${subjectId} ${type}`);
  expect(told.toSorted()).toEqual(
    [...cids].flatMap((cid) => [`${cid} v2.contract.created`, `${cid} v2.contract.renewal.enabled`]).toSorted(),
  );

  const deliveries = await look<{ id: string; eventId: string; webhookId: string; status: string; attempts: number }[]>`
    select id, event_id as "eventId", webhook_id as "webhookId", status, attempts from deliveries where world_id = ${shop.worldId}`;
  const wanted = events.flatMap(({ id }) => shop.webhookIds.map((webhookId) => `${id} ${webhookId} succeeded 1`));
  expect(deliveries.map(({ eventId, webhookId, status, attempts }) => `${eventId} ${webhookId} ${status} ${attempts}`).toSorted()).toEqual(
    wanted.toSorted(),
  );

  const payloads = new Map(events.map(({ id, payload }) => [id, payload]));
  const eventOf = new Map(deliveries.map(({ id, eventId }) => [id, eventId]));
  expect(arrivals.filter(({ deliveryId, eventId, body }) => eventOf.get(deliveryId) !== eventId || payloads.get(eventId) !== body)).toEqual(
    [],
  );
  expect([...new Set(arrivals.map(({ deliveryId }) => deliveryId))].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
}

/** Arrivals of what had arrived before, each with the one before it. */
export function listRepeats(arrivals: readonly Arrival[]): { first: Arrival; again: Arrival }[] {
  const latest = new Map<string, Arrival>();
  return arrivals.flatMap((again) => {
    const first = latest.get(again.deliveryId);
    latest.set(again.deliveryId, again);
    return first === undefined ? [] : [{ first, again }];
  });
}
