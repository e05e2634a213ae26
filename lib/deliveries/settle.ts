import type { Fragment } from "postgres";
import { sql } from "#db/client.ts";
import { byIndex } from "#lib/deliveries/by-index.ts";
import { countEnded } from "#lib/deliveries/count-ended.ts";
import type { Outcome } from "#lib/deliveries/rules/schedule.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";
import type { NetworkFault } from "#lib/webhooks/network-failure.ts";

/** An attempt that was made, and what follows from it. */
export interface MadeAttempt {
  deliveryId: string;
  /** Of the claim under which it was made. */
  claimedUntil: string;
  number: number;
  trigger: AttemptTrigger;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Why there was no answer: a stable word, and the sentence. */
  error: NetworkFault | null;
  errorDetail: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
  outcome: Outcome;
}

/**
 * Writes attempts down and settles their deliveries, any number in one statement. What is no longer claimed as it was for the
 * attempt is left alone: the claim ran out, and whoever has taken the delivery over tells the rest of its story. So it may be
 * called again where it is not known whether it succeeded.
 */
export async function settleAttempts(runner: string, attempts: readonly MadeAttempt[], now: Date): Promise<void> {
  if (attempts.length === 0) return;
  const column = <Key extends keyof MadeAttempt>(key: Key) => attempts.map((attempt) => attempt[key]);
  // Of arrays the planner knows how many rows there are. Were the ends of leases compared with =, it would look through all that is claimed.
  const isOwn: Fragment = sql`
    q.delivery_id = m.delivery_id and q.claimed_by = ${runner} and q.claimed_until is not distinct from m.claimed_until`;
  // Before any of them is written all are locked, in their order (`deliveryQueue`).
  const isHeld: Fragment = sql`(select count(*) from held) > 0`;
  const ids = column("deliveryId").toSorted();
  // The range of identifiers keeps partitions of other days out of the plan.
  await byIndex(
    (tx) => tx`
      with made as (
        select * from unnest(${column("deliveryId")}::text[], ${column("claimedUntil")}::text[]::timestamptz[], ${column("number")}::int[], ${column("trigger")}::text[],
          ${attempts.map(({ startedAt }) => startedAt.toISOString())}::text[]::timestamptz[], ${attempts.map(({ durationMs }) => Math.round(durationMs))}::int[],
          ${column("statusCode")}::int2[], ${column("error")}::text[], ${attempts.map(({ errorDetail }) => storable(errorDetail))}::text[],
          ${attempts.map(({ responseBody }) => storable(responseBody))}::text[], ${attempts.map(({ responseTruncated }) => String(responseTruncated))}::text[]::boolean[],
          ${attempts.map(({ outcome }) => outcome.status)}::text[], ${attempts.map(({ outcome }) => outcome.nextAttemptAt?.toISOString() ?? null)}::text[]::timestamptz[])
        as m (delivery_id, claimed_until, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated,
          status, next_attempt_at)
      ), held as (
        select from delivery_queue where delivery_id = any(${column("deliveryId")}::text[]) and claimed_by = ${runner} order by delivery_id for update
      ), over as (
        delete from delivery_queue q using made m where ${isHeld} and ${isOwn} and m.status <> 'retrying' returning q.delivery_id
      ), again as (
        update delivery_queue q set due_at = m.next_attempt_at, cycle_attempt = q.cycle_attempt + 1, attempts = m.number, claimed_by = null, claimed_until = null
        from made m where ${isHeld} and ${isOwn} and m.status = 'retrying' returning q.delivery_id
      ), own as (
        select m.* from made m join (select delivery_id from over union all select delivery_id from again) o using (delivery_id)
      ), noted as (
        insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated)
        select delivery_id, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body, response_truncated from own
      ), ended as (
        update deliveries d set status = o.status, attempts = o.number, next_attempt_at = o.next_attempt_at, last_status_code = o.status_code,
          last_error = o.error, last_duration_ms = o.duration_ms, updated_at = ${now.toISOString()}::timestamptz
        from own o where d.id = o.delivery_id and d.id between ${ids[0] ?? ""} and ${ids.at(-1) ?? ""}
        returning d.world_id, d.status, d.updated_at, d.test
      )
      ${sql.unsafe(countEnded)}`,
  );
}

/** A text column takes neither NUL nor half of a surrogate pair, whatever a receiver answers. */
function storable(text: string | null): string | null {
  return text?.replaceAll("\0", "\uFFFD").toWellFormed() ?? null;
}
