import type { Fragment, ISql } from "postgres";
import { leasePool, outcomePool, sql } from "#db/client.ts";
import { keyPlans, queuePlans } from "#db/driver.ts";
import { maxAcquiredAtOnce } from "#lib/delivery/deliveries/rules/pace.ts";
import type { AttemptTrigger } from "#lib/delivery/deliveries/schema.ts";
import type { StoredSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export interface Lease {
  /** When a lease ends, the deliveries of an instance that died are due again. */
  lastsMs: number;
  /** The longest attempt including its recording; no attempt begins later than this before the end of its lease. */
  attemptMs: number;
}

export const defaultLease: Lease = { lastsMs: 30_000, attemptMs: 12_000 };

/** A delivery that only this instance may attempt until the lease ends. */
export interface LeasedDelivery extends StoredSecrets {
  deliveryId: string;
  eventId: string;
  webhookId: string;
  url: string;
  payload: string;
  /** The trace context of the event. */
  traceparent: string | null;
  trigger: AttemptTrigger;
  cycleAttempt: number;
  attempt: number;
  /** The end of the lease in the database's format; it distinguishes this lease from an earlier one of the same instance. */
  leasedUntil: string;
  /** The latest start of an attempt, in milliseconds of this machine's clock. */
  sendableUntil: number;
}

export interface Slots {
  /** Webhooks with deliveries in hand, and the free slots of each. */
  webhookIds: string[];
  free: number[];
  /** The slots of every other webhook. */
  ofOthers: number;
  inAll: number;
}

export interface Acquisition {
  slots: Slots;
  lease: Lease;
  /** Skips retries and replays, which an outside scheduler handles. */
  firstAttemptsOnly: boolean;
}

interface StoredEvent extends Pick<LeasedDelivery, "payload" | "traceparent"> {
  id: string;
}

type Row = Omit<LeasedDelivery, "payload" | "traceparent" | "sendableUntil">;

/** By steps of the index, since a webhook may have many deliveries. */
const queuedWebhooks: Fragment = sql`
  (select webhook_id from delivery_queue order by webhook_id limit 1)
  union all
  select (select q.webhook_id from delivery_queue q where q.webhook_id > queued.webhook_id order by q.webhook_id limit 1)
  from queued where queued.webhook_id is not null`;

/**
 * Acquires due deliveries up to the free slots of each webhook: events before replays, oldest first, starting with the webhook that has
 * waited longest. Instances can acquire concurrently, since each skips locked rows. `now` decides what is due; leases run by the database's
 * clock, which all instances share.
 */
export async function acquireDue(instance: string, now: Date, { slots, lease, firstAttemptsOnly }: Acquisition): Promise<LeasedDelivery[]> {
  const askedAt = currentTime().getTime();
  const dueOf = (columns: Fragment, limit: Fragment, locking: Fragment): Fragment => {
    const first = sql`and attempts = 0`;
    // Replays arrive in order, so only one instance may send those of a webhook.
    const inOneInstance = sql`
      and not exists (
        select from delivery_queue held where held.webhook_id = w.id and held.leased_until > now() and held.trigger = 'replay' and held.leased_by <> ${instance}
      )`;
    const of = (trigger: AttemptTrigger, condition: Fragment): Fragment => sql`
      select * from (
        select ${columns} from delivery_queue where webhook_id = w.id and trigger = ${trigger} and ${isDue(now)} ${condition}
        order by due_at, event_id limit ${limit} ${locking}
      ) due_of_trigger`;
    if (firstAttemptsOnly) return sql`${of("automatic", first)} limit ${limit}`;
    return sql`${of("automatic", sql``)} union all ${of("manual", sql``)} union all ${of("replay", inOneInstance)} limit ${limit}`;
  };
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      with recursive queued (webhook_id) as (${queuedWebhooks}), ready as materialized (
        select w.id, ${endpointColumns}, coalesce(known.free, ${slots.ofOthers}::int) as free
        from queued join webhooks w on w.id = queued.webhook_id
        left join unnest(${slots.webhookIds}::text[], ${slots.free}::int[]) as known (id, free) on known.id = w.id
        cross join lateral (${dueOf(sql`due_at`, sql`1`, sql``)}) first
        where w.enabled and w.deleted_at is null and coalesce(known.free, ${slots.ofOthers}::int) > 0
        order by first.due_at limit ${maxAcquiredAtOnce}
      ), due as (
        select q.delivery_id, ${endpointColumns} from ready w cross join lateral (${dueOf(sql`delivery_id`, sql`w.free`, sql`for update skip locked`)}) q
        limit ${Math.min(slots.inAll, maxAcquiredAtOnce)}
      ), leased as (
        update delivery_queue q set ${leasedBy(instance, lease)} from due where q.delivery_id = due.delivery_id
        returning q.*, due.url, due.signing_secret, due.previous_secret, due.previous_secret_until
      )
      select ${columns} from leased l order by l.trigger, l.due_at, l.event_id`,
  );
  return withPayloads(rows, sendableUntil(lease, askedAt));
}

/** Returns the time at which the next delivery without a lease is due. */
export const nextDelivery: Fragment = sql`
  with recursive queued (webhook_id) as (${queuedWebhooks})
  select min(next.due_at) from queued join webhooks w on w.id = queued.webhook_id and w.enabled and w.deleted_at is null
    cross join unnest('{automatic,manual,replay}'::text[]) as triggers (name) cross join lateral (
    select due_at from delivery_queue where webhook_id = w.id and trigger = triggers.name and (leased_until is null or leased_until <= now())
    order by due_at limit 1) next`;

/** Acquires one delivery for the attempt due at `dueAt`. Returns when to ask again, or null if there is nothing to wait for. */
export async function acquireOne(
  instance: string,
  { deliveryId, dueAt }: { deliveryId: string; dueAt: Date },
  now: Date,
  lease: Lease,
): Promise<LeasedDelivery | Date | null> {
  const askedAt = currentTime().getTime();
  const isAttempt = sql`q.delivery_id = ${deliveryId} and q.due_at = ${dueAt}`;
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      with leased as (
        update delivery_queue q set ${leasedBy(instance, lease)} from webhooks w
        where ${isAttempt} and ${isDue(now)} and w.id = q.webhook_id and w.enabled and w.deleted_at is null
        returning q.*, ${endpointColumns}
      )
      select ${columns} from leased l`,
  );
  const [leased] = await withPayloads(rows, sendableUntil(lease, askedAt));
  if (leased !== undefined) return leased;
  if (dueAt > now) return dueAt;
  const [held] = await byIndex(
    (tx) => tx<{ forMs: number }[]>`
      select ceil(extract(epoch from q.leased_until - now()) * 1000)::int as "forMs" from delivery_queue q where ${isAttempt} and q.leased_until > now()`,
  );
  return held === undefined ? null : new Date(now.getTime() + held.forMs);
}

/** The latest start of attempts under leases that were requested at this moment, since they cannot have begun earlier. */
export function sendableUntil({ lastsMs, attemptMs }: Lease, askedAt: number): number {
  return askedAt + lastsMs - attemptMs;
}

/** Releases live leases; their deliveries are due as before. Locks in the order of `deliveryQueue`. */
export async function releaseLeases(instance: string, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await byIndex(
    (tx) => tx`
      update delivery_queue set leased_by = null, leased_until = null
      where delivery_id = any(array(
        select delivery_id from delivery_queue
        where delivery_id = any(${deliveryIds as string[]}::text[]) and leased_by = ${instance} and leased_until > now()
        order by delivery_id for no key update
      ))`,
  );
}

/** A lease does not change `due_at`. */
export const isDue = (now: Date): Fragment => sql`due_at <= ${now} and (leased_until is null or leased_until <= now())`;

const leasedBy = (instance: string, { lastsMs }: Lease): Fragment =>
  sql`leased_by = ${instance}, leased_until = now() + ${lastsMs} * interval '1 millisecond'`;

const endpointColumns: Fragment = sql`w.url, w.signing_secret, w.previous_secret, w.previous_secret_until`;

const columns: Fragment = sql`
  l.delivery_id, l.event_id, l.webhook_id, l.url, l.signing_secret,
  l.previous_secret, l.previous_secret_until, l.trigger, l.cycle_attempt,
  l.attempts + 1 as attempt, l.leased_until::text as "leasedUntil"`;

/** Reads each event once, whatever the number of its webhooks. */
async function withPayloads(rows: readonly Row[], until: number): Promise<LeasedDelivery[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ eventId }) => eventId))].toSorted();
  // The range of ids lets the planner skip partitions of other days.
  const events = await sql<StoredEvent[]>`
    select id, payload, traceparent from events where id = any(${ids}::text[]) and id between ${ids[0] ?? ""} and ${ids.at(-1) ?? ""}`;
  const byId = new Map(events.map(({ id, ...event }) => [id, event]));
  return rows.flatMap((row) => {
    const event = byId.get(row.eventId);
    if (event !== undefined) return [{ ...row, ...event, sendableUntil: until }];
    log.error({ deliveryId: row.deliveryId, eventId: row.eventId }, "a delivery cannot be sent: its event is gone");
    return [];
  });
}

/**
 * Runs one statement on the queue by plain index scans (`queuePlans` in db/driver.ts), on a connection that has these settings. Behind a
 * pooler a transaction sets them.
 */
export async function byIndex<Result>(run: (queue: ISql) => Promise<Result>): Promise<Result> {
  return runWith(leasePool, queuePlans, run);
}

/** The same for a statement whose plan is right for every number of rows, so that it is planned once per connection. */
export async function byKey<Result>(run: (queue: ISql) => Promise<Result>): Promise<Result> {
  return runWith(outcomePool, keyPlans, run);
}

async function runWith<Result>(
  pool: ISql | undefined,
  plans: Readonly<Record<string, string>>,
  run: (queue: ISql) => Promise<Result>,
): Promise<Result> {
  if (pool !== undefined) return run(pool);
  const { result } = await sql.begin("isolation level read committed", async (tx) => {
    // Executed at once, so that it is pipelined with the statement that follows.
    const settings =
      tx`select set_config(name, value, true) from json_each_text(${JSON.stringify(plans)}::json) as plans (name, value)`.execute();
    const [done] = await Promise.all([run(tx), settings]);
    return { result: done };
  });
  return result;
}
