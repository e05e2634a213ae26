import { sql } from "#db/client.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { acquireNext, attemptOf } from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import type { WebhookSettingsInput } from "#lib/delivery/webhooks/schema.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

export const sampleSettings = {
  name: "Back office",
  url: "https://hooks.example.com/covergate?token=s3cret",
  enabled: true,
  eventTypes: ["v2.contract.created", "v2.contract.closed", "v2.claim.created"],
} satisfies WebhookSettingsInput;

export async function makePortal(): Promise<ContextOf["owner"]> {
  const { contexts } = await makePartner();
  return { ...asPerson(contexts.development, "owner"), ...realMoment(currentTime()) };
}

export async function emitSampleEvent(
  { world, realTime: now }: PortalContext,
  eventType: EventType,
  subjectId = newId("run"),
): Promise<string[]> {
  const event = { worldId: world.id, eventType, subjectId, executionId: "exec_test", data: eventSamples[eventType] };
  await transact((tx) => emit(tx, [event], realMoment(now)));
  const rows = await sql<{ id: string }[]>`
    select d.id from deliveries d join events e on e.id = d.event_id where e.world_id = ${world.id} and e.subject_id = ${subjectId} order by d.webhook_id`;
  return rows.map(({ id }) => id);
}

/** Attempts a delivery with this answer; without one it stays leased. */
export async function attempt(deliveryId: string, now: Date, statusCode?: number): Promise<void> {
  const instance = newId("run");
  const leased = await acquireNext(instance, deliveryId, now);
  if (leased === undefined) throw new Error(`${deliveryId} could not be acquired`);
  if (statusCode === undefined) return;
  const succeeded = statusCode >= 200 && statusCode < 300;
  const outcome = decideOutcome({ cycleAttempt: leased.cycleAttempt, trigger: leased.trigger, succeeded, endedAt: now });
  const made = attemptOf(leased, outcome, { startedAt: now, statusCode, responseBody: `answer ${leased.attempt}` });
  await recordAttempts(instance, [made], now);
}

export async function auditOf(subjectId: string): Promise<{ action: string; actor: unknown; details: unknown }[]> {
  return sql`select action, actor, details from audit_entries where subject_id = ${subjectId} order by id`;
}
