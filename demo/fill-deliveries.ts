import { sql } from "#db/client.ts";
import { outageBefore } from "#demo/fill-contracts.ts";
import { unavailable } from "#demo/receiver.ts";
import { createNamed } from "#lib/account/keys/change-named.ts";
import type { NamedKeyInput } from "#lib/account/keys/requests.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { countEnded } from "#lib/delivery/deliveries/record.ts";
import { replayMatching } from "#lib/delivery/deliveries/replay.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { create as createAlert } from "#lib/developer/alerts/manage.ts";
import { alertKinds, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";
import { classesPerDoubling } from "#lib/platform/traffic/ranges.ts";

/** So many of the newest events have deliveries. */
const recorded = 400;
const minuteMs = 60_000;
/** Every how manieth delivery fails for good outside of the outage, over and over at the same receiver's fault. */
const failsEvery = 61;
/** The newest deliveries are still retried: the receiver answers 503 for a while before `now`. */
const recentMs = 4 * minuteMs;

interface EventRow {
  id: string;
  eventType: EventType;
  subjectId: string;
  createdAt: Date;
}

interface Attempt {
  number: number;
  at: Date;
  ms: number;
  failed: boolean;
}

/**
 * Gives the events of a year that was filled at once the identifiers that they would have had: lists of events go by them. Nothing refers to
 * an event before the deliveries are recorded.
 */
export async function backdateEvents(worldId: number): Promise<void> {
  const letters = Array.from(
    { length: 10 },
    (_none, place) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (ms / ${32 ** (9 - place)} % 32)::int, 1)`,
  );
  await sql`
    with dated as (
      select id, floor(extract(epoch from created_at) * 1000)::bigint + row_number() over (partition by created_at order by id) - 1 as ms
      from events where world_id = ${worldId}
    )
    update events e set id = 'evt_' || ${sql.unsafe(letters.join(" || "))} || substr(e.id, 15) from dated where dated.id = e.id`;
}

/** Records deliveries of the world's newest events with their attempts, as if the webhook had been there and failed during the outage. */
async function recordDeliveries(
  worldId: number,
  webhookId: string,
  { now, outage }: { now: Date; outage: { began: Date; ended: Date } },
): Promise<void> {
  const events = await sql<EventRow[]>`
    select id, event_type, subject_id, created_at from events where world_id = ${worldId} order by id desc limit ${recorded}`;
  const isDown = (at: Date) => (at >= outage.began && at < outage.ended) || at.getTime() > now.getTime() - recentMs;
  const told = events.map((event, index) => ({
    event,
    index,
    ...deliver(event, now, (at) => isDown(at) || index % failsEvery === 5, index),
  }));
  const rows = told.map(({ event, index, attempts, status, nextAttemptAt }) => ({
    event_id: event.id,
    n: index,
    status,
    attempts: attempts.length,
    last_status_code: attempts.at(-1)?.failed === true ? 503 : 200,
    last_duration_ms: attempts.at(-1)?.ms ?? null,
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    updated_at: (attempts.at(-1)?.at ?? event.createdAt).toISOString(),
  }));
  const tries = told.flatMap(({ event, attempts }) =>
    attempts.map(({ number, at, ms, failed }) => ({ event_id: event.id, number, started_at: at.toISOString(), duration_ms: ms, failed })),
  );
  await sql`
    with told as (
      select e.*, t.status, t.attempts, t.last_status_code, t.last_duration_ms, t.next_attempt_at, t.updated_at,
        'dlv_' || substr(e.id, 5, 10) || upper(substr(md5(e.id || ${webhookId}), 1, 16)) as delivery_id
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (event_id text, status text, attempts int, last_status_code int,
        last_duration_ms int, next_attempt_at timestamptz, updated_at timestamptz) join events e on e.id = t.event_id
    ), ended as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, subject_id, status, attempts, next_attempt_at,
        last_status_code, last_duration_ms, created_at, updated_at)
      select delivery_id, world_id, ${webhookId}, id, event_type, subject_id, status, attempts, next_attempt_at,
        last_status_code, last_duration_ms, created_at, updated_at
      from told returning *
    ), queued as (
      insert into delivery_queue (delivery_id, event_id, webhook_id, due_at, cycle_attempt, attempts)
      select delivery_id, id, ${webhookId}, next_attempt_at, attempts + 1, attempts from told where status = 'retrying'
    ), tried as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, response_body)
      select told.delivery_id, t.number, 'automatic', t.started_at, t.duration_ms, case when t.failed then 503 else 200 end,
        case when t.failed then ${unavailable} else '{"received":true}' end
      from json_to_recordset(${JSON.stringify(tries)}::text::json) as t (event_id text, number int, started_at timestamptz, duration_ms int, failed boolean)
        join told on told.id = t.event_id returning *
    ), by_hour as (
      insert into webhook_hours (webhook_id, hour, duration_class, attempts, failures)
      select ${webhookId}, date_trunc('hour', started_at, 'UTC'), round(${classesPerDoubling} * ln(duration_ms * 1000::float8) / ln(2::float8)), count(*),
        count(*) filter (where status_code >= 300)
      from tried group by 1, 2, 3
    ), health as (
      insert into webhook_health (webhook_id, consecutive_failures, last_succeeded_at, last_failed_at, last_status_code)
      select ${webhookId}, 0, max(started_at) filter (where status_code < 300), max(started_at) filter (where status_code >= 300), 503 from tried
    ) ${sql.unsafe(countEnded)}`;
}

/** The attempts up to now, by the rule of retries. */
function deliver(
  { createdAt }: EventRow,
  now: Date,
  fails: (at: Date) => boolean,
  index: number,
): { attempts: Attempt[]; status: "succeeded" | "failed" | "retrying"; nextAttemptAt: Date | null } {
  const attempts: Attempt[] = [];
  let at = createdAt;
  for (let number = 1; ; number += 1) {
    const failed = fails(at);
    attempts.push({ number, at, ms: 40 + ((index * 37 + number * 11) % 260), failed });
    const outcome = decideOutcome({ cycleAttempt: number, succeeded: !failed, endedAt: at });
    const { nextAttemptAt } = outcome;
    if (nextAttemptAt === null || nextAttemptAt > now) return { attempts, status: outcome.status, nextAttemptAt };
    at = nextAttemptAt;
  }
}

const dayMs = 86_400_000;

/** Says where a delivery goes that fails once for no fault of a newcomer. */
const webhookName = "Demo receiver (fails now and then)";

/** Keys of systems that do not share the environment's. */
const systems: readonly Pick<NamedKeyInput, "name" | "rights">[] = [
  { name: "Site web", rights: ["contracts:write", "products:read", "renters:read"] },
  { name: "Comptabilité", rights: ["read"] },
  { name: "Assistant", rights: ["read"] },
];

/**
 * The usual alerts, a key for each system, and a webhook. Alerts and webhook go to the receiver of the demo: the webhook's past deliveries
 * are recorded, and what happens from now on is sent to it. After its outage of yesterday, an owner replays what had failed.
 */
export async function fillDeveloperSpace(
  asOwner: (at: Date) => ContextOf["owner"] | undefined,
  { worldId, receiver, now }: { worldId: number; receiver: string; now: Date },
): Promise<void> {
  const [before, present] = [asOwner(new Date(now.getTime() - 300 * dayMs)), asOwner(now)];
  if (before === undefined || present === undefined) return;
  const existing = await sql`select from webhooks where world_id = ${worldId} and name = ${webhookName}`;
  if (existing.length > 0) return;
  for (const kind of usualKinds) {
    await createAlert(before, {
      kind,
      threshold: alertKinds[kind].threshold.usual,
      channel: "webhook",
      recipients: [],
      url: `${receiver}/${worldId}/alerts`,
      language: "fr",
      timeZone: "Europe/Paris",
    });
  }
  const settings = { name: webhookName, url: `${receiver}/${worldId}/events`, eventTypes: [...eventTypes], signed: true };
  const { id } = await createWebhook(before, settings);
  for (const [index, system] of systems.entries()) {
    const expiresAt = index === 0 ? null : new Date(now.getTime() + 30 * index * dayMs);
    await createNamed(before, { ...system, expiresAt });
  }
  const outage = outageBefore(now);
  await recordDeliveries(worldId, id, { now, outage });
  await replayMatching(present, { webhookId: id, status: "failed", from: outage.began, to: outage.ended }, now);
}
