import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#db/client.ts";
import { isPermanentError } from "#db/driver.ts";
import { byKey } from "#lib/delivery/deliveries/lease.ts";
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";
import type { AttemptTrigger } from "#lib/delivery/deliveries/schema.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import { log } from "#lib/platform/log/log.ts";
import { classOf } from "#lib/platform/traffic/ranges.ts";

/** How long attempts are collected, so that one statement records many. */
const batchDelayMs = 40;
const retryMs = 250;
const maxAtOnce = 500;

export interface MadeAttempt {
  deliveryId: string;
  leasedUntil: string;
  number: number;
  trigger: AttemptTrigger;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Why there was no answer: a stable code, and a sentence. */
  error: NetworkErrorName | null;
  errorDetail: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
  /** The header `webhook-signature`; null for a webhook without a secret. */
  signature: string | null;
  outcome: Outcome;
}

/**
 * Counts deliveries by the hour in which they ended (`delivery_hours`), after a common table expression `ended` with `world_id`, `status`,
 * `updated_at` and `test`. A replayed delivery ends again; test events do not count. Hours are written last and in key order, so that
 * statements cannot deadlock. Without parameters, for both query builders.
 */
export const countEnded = `
  insert into delivery_hours as counted (world_id, hour, outcome, deliveries)
  select world_id, date_trunc('hour', updated_at, 'UTC'), status, count(*) from ended where not test and status <> 'retrying'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (world_id, hour, outcome) do update set deliveries = counted.deliveries + excluded.deliveries`;

/** Counts attempts by webhook, hour and duration, and records since when each webhook fails. `place` is the order within the batch. */
const recordHealth = `
  counted_attempts as (
    insert into webhook_hours as counted (webhook_id, hour, duration_class, attempts, failures)
    select webhook_id, date_trunc('hour', started_at, 'UTC'), duration_class, count(*), count(*) filter (where status <> 'succeeded')
    from own group by 1, 2, 3 order by 1, 2, 3
    on conflict (webhook_id, hour, duration_class) do update
      set attempts = counted.attempts + excluded.attempts, failures = counted.failures + excluded.failures
  ), judged as (
    select webhook_id, place, started_at, status_code, error, status = 'succeeded' as has_arrived,
      coalesce(max(place) filter (where status = 'succeeded') over (partition by webhook_id), 0) as last_success
    from own
  ), health as (
    insert into webhook_health as known
      (webhook_id, failing_since, consecutive_failures, last_succeeded_at, last_failed_at, last_status_code, last_error)
    select webhook_id, min(started_at) filter (where place > last_success), count(*) filter (where place > last_success),
      max(started_at) filter (where has_arrived), max(started_at) filter (where not has_arrived),
      (array_agg(status_code order by place desc) filter (where not has_arrived))[1],
      (array_agg(error order by place desc) filter (where not has_arrived))[1]
    from judged group by webhook_id order by webhook_id
    on conflict (webhook_id) do update set
      failing_since = case when excluded.last_succeeded_at is null then coalesce(known.failing_since, excluded.failing_since) else excluded.failing_since end,
      consecutive_failures = excluded.consecutive_failures + case when excluded.last_succeeded_at is null then known.consecutive_failures else 0 end,
      last_succeeded_at = coalesce(excluded.last_succeeded_at, known.last_succeeded_at),
      last_failed_at = coalesce(excluded.last_failed_at, known.last_failed_at),
      last_status_code = case when excluded.last_failed_at is null then known.last_status_code else excluded.last_status_code end,
      last_error = case when excluded.last_failed_at is null then known.last_error else excluded.last_error end
  )`;

/** Records attempts and their outcomes, except under expired leases; so it is safe to repeat after an uncertain failure. */
export async function recordAttempts(instance: string, attempts: readonly MadeAttempt[], now: Date): Promise<void> {
  if (attempts.length === 0) return;
  const column = <Key extends keyof MadeAttempt>(key: Key) => attempts.map((attempt) => attempt[key]);
  const ids = column("deliveryId").toSorted();
  // All rows are locked in the order of `deliveryQueue` before any is written. Each is found by its key: a join, or an order by the key,
  // has a plan that reads a whole queue which was empty when it was planned. The range of ids leaves partitions of other weeks out.
  await byKey(
    (tx) => tx`
      with made as (
        select * from unnest(${column("deliveryId")}::text[], ${column("leasedUntil")}::text[]::timestamptz[], ${column("number")}::int[], ${column("trigger")}::text[],
          ${attempts.map(({ startedAt }) => startedAt.toISOString())}::text[]::timestamptz[], ${attempts.map(({ durationMs }) => Math.round(durationMs))}::int[],
          ${column("statusCode")}::int2[], ${column("error")}::text[], ${attempts.map(({ errorDetail }) => storable(errorDetail))}::text[],
          ${attempts.map(({ responseBody }) => storable(responseBody))}::text[], ${attempts.map(({ responseTruncated }) => String(responseTruncated))}::text[]::boolean[],
          ${column("signature")}::text[], ${attempts.map(({ durationMs }) => classOf(durationMs * 1000))}::int2[], ${attempts.map(({ outcome }) => outcome.status)}::text[],
          ${attempts.map(({ outcome }) => outcome.nextAttemptAt?.toISOString() ?? null)}::text[]::timestamptz[], ${attempts.map(({ outcome }) => (outcome.status === "retrying" ? outcome.cycleAttempt : null))}::int2[])
        with ordinality as m (delivery_id, leased_until, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated,
          signature, duration_class, status, next_attempt_at, cycle_attempt, place)
      ), held as materialized (
        select q.* from unnest(${ids}::text[]) as named (id) cross join lateral (
          select delivery_id, webhook_id, leased_until from delivery_queue where delivery_id = named.id and leased_by = ${instance} for update
        ) q
      ), own as materialized (
        select m.*, h.webhook_id from made m join held h using (delivery_id, leased_until)
      ), over as (
        delete from delivery_queue where delivery_id = any(array(select delivery_id from own where status <> 'retrying'))
      ), again as (
        update delivery_queue q set (due_at, cycle_attempt, attempts) = (select next_attempt_at, cycle_attempt, number from own o where o.delivery_id = q.delivery_id),
          trigger = 'automatic', leased_by = null, leased_until = null
        where delivery_id = any(array(select delivery_id from own where status = 'retrying'))
      ), noted as (
        insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated, signature)
        select delivery_id, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated, signature from own
      ), ended as (
        update deliveries d set updated_at = ${now}, (status, attempts, next_attempt_at, last_status_code, last_error, last_duration_ms) =
          (select status, number, next_attempt_at, status_code, error, duration_ms from own o where o.delivery_id = d.id)
        where d.id = any(array(select delivery_id from own)) and d.id between ${ids[0] ?? ""} and ${ids.at(-1) ?? ""}
        returning d.world_id, d.status, d.updated_at, d.test
      ), ${sql.unsafe(recordHealth)}
      ${sql.unsafe(countEnded)}`,
  );
}

/** A text column accepts neither NUL nor lone surrogates. */
function storable(text: string | null): string | null {
  return text?.replaceAll("\0", "\uFFFD").toWellFormed() ?? null;
}

export interface Recorder {
  /** Records an attempt soon, together with others. Resolves to whether it was recorded; false only if another try is useless. */
  add(attempt: MadeAttempt): Promise<boolean>;
  /** True while the database is unavailable: attempts made now might be recorded only after their lease, and would then be repeated. */
  isUnavailable(): boolean;
  /** Tries once to record the remaining attempts, and accepts nothing more. */
  finish(): Promise<void>;
}

interface RecorderSettings {
  instance: string;
  clock: () => Date;
  onRecovered: () => void;
  /** Called with deliveries to retry, after they were recorded; must not reject. */
  onRetries: (deliveryIds: string[]) => Promise<void>;
}

interface Entry {
  attempt: MadeAttempt;
  settle: (isRecorded: boolean) => void;
}

/**
 * Records attempts in batches, and retries while the database is unavailable. Deliveries whose lease expires meanwhile are sent again,
 * which receivers tolerate (rules/deliveries.md#attempts-6).
 */
export function startRecorder({ instance, clock, onRecovered, onRetries }: RecorderSettings): Recorder {
  const entries: Entry[] = [];
  let recording: Promise<void> | undefined;
  let isUnavailable = false;
  let isFinishing = false;

  async function recordAll(): Promise<void> {
    if (!isFinishing) await pause(batchDelayMs);
    while (entries.length > 0) {
      const batch = entries.splice(0, maxAtOnce);
      try {
        await recordBatch(batch);
        const wasAway = isUnavailable;
        isUnavailable = false;
        if (wasAway) onRecovered();
      } catch (error) {
        log.error(
          { error, attempts: batch.length },
          isFinishing ? "attempts were not recorded" : "attempts could not be recorded yet; they are tried again",
        );
        if (isFinishing) {
          for (const { settle } of batch) settle(false);
          continue;
        }
        isUnavailable = true;
        entries.push(...batch);
        await pause(retryMs);
      }
    }
    // Reset synchronously, so that nothing joins a finished run.
    recording = undefined;
  }

  async function recordBatch(batch: readonly Entry[]): Promise<void> {
    try {
      await recordAttempts(
        instance,
        batch.map(({ attempt }) => attempt),
        clock(),
      );
    } catch (error) {
      if (!isPermanentError(error)) throw error;
      const [only, ...more] = batch;
      // One bad attempt must not keep the others from being recorded.
      if (more.length > 0) for (const entry of batch) await recordBatch([entry]);
      else if (only !== undefined) {
        log.error({ error, deliveryId: only.attempt.deliveryId }, "an attempt cannot be recorded");
        only.settle(false);
      }
      return;
    }
    void announce(batch);
  }

  /** The next batch does not wait for it. */
  async function announce(batch: readonly Entry[]): Promise<void> {
    const retries = batch.filter(({ attempt }) => attempt.outcome.status === "retrying");
    if (retries.length > 0) await onRetries(retries.map(({ attempt }) => attempt.deliveryId));
    for (const { settle } of batch) settle(true);
  }

  return {
    add(attempt) {
      return new Promise((settle) => {
        entries.push({ attempt, settle });
        recording ??= recordAll();
      });
    },
    isUnavailable: () => isUnavailable,
    async finish() {
      isFinishing = true;
      await recording;
      await recordAll();
    },
  };
}
