import type { Fragment, TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { byIndex } from "#lib/deliveries/by-index.ts";
import { inFlightPerWebhook, mostClaimedAtOnce } from "#lib/deliveries/rules/pace.ts";
import type { Room } from "#lib/deliveries/rules/pace.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";
import { log } from "#lib/log.ts";

export interface Lease {
  /** How long a claim lasts. A runner that dies leaves its claims behind, and they are due again when the lease is over. */
  lastsMs: number;
  /** What an attempt may take, with room for noting it: a claim that is nearer to its end is not sent any more. */
  attemptMs: number;
}

const usualLease: Lease = { lastsMs: 30_000, attemptMs: 12_000 };

/**
 * Of one webhook only one transaction claims at a time. It holds the webhook's lock of this class from before it looks at the
 * claims that there are until its own are committed, so no two decide by the same sight of them; that at most 8 requests are
 * in flight for a webhook (resolutions.md § 9) follows from what `claimDue` and `claimOne` look for. A lock of its own, not
 * the row's: people change webhooks while deliveries are claimed.
 */
const lockClass = 4_201_002;
/** Claims that are made one by one, each for one request, are made by runners whose names begin so. */
export const singly = "single_";

/** A delivery that a runner alone may attempt, until the lease ends. */
export interface ClaimedDelivery {
  deliveryId: string;
  eventId: string;
  webhookId: string;
  url: string;
  /** The exact text to send. */
  payload: string;
  trigger: AttemptTrigger;
  cycleAttempt: number;
  /** The attempt's number, from 1 over all cycles. */
  attempt: number;
  dueAt: Date;
  /** The end of the lease by the database's clock, as it writes it: what tells this claim from an earlier one of the same runner. */
  claimedUntil: string;
  /** Until when an attempt may begin, by the clock that the claim was made with. */
  sendableUntil: Date;
}

type Claim = Omit<ClaimedDelivery, "payload" | "sendableUntil" | "dueAt"> & { dueAt: string };

/** A webhook with deliveries that are due, locked for claiming them. */
interface Lane {
  id: string;
  url: string;
  room: number;
}

/**
 * Claims deliveries that are due: the webhook with the oldest of them first, of each webhook what has become due since its
 * replays did, so that no event waits for thousands of these, then the rest, each time the oldest first. Only of webhooks of
 * which nobody else holds a claim: the runner may then hold any number of them, and counts the requests that it has in flight.
 * Due is what `now` says; leases run by the database's clock, the only one that all instances share:
 * two machines whose clocks differ by more than a lease would otherwise send the same deliveries.
 */
export async function claimDue(runner: string, now: Date, room: Room, lease = usualLease): Promise<ClaimedDelivery[]> {
  const isOurs = (webhookId: Fragment): Fragment => notHeld(webhookId, sql`claimed_by <> ${runner}`);
  const claims = await byIndex(async (tx) => {
    const lanes = await lockLanes(tx, now, room, isOurs(sql`w.id`));
    if (lanes.length === 0) return [];
    return tx<Claim[]>`
      with due as (
        select q.delivery_id, lane.url
        from unnest(${lanes.map(({ id }) => id)}::text[], ${lanes.map(({ url }) => url)}::text[], ${lanes.map((lane) => lane.room)}::int[],
          ${lanes.map(({ id }) => room.replaysUntil.get(id)?.toISOString() ?? "-infinity")}::text[]::timestamptz[]) as lane (id, url, room, replays_until)
        cross join lateral (
          select * from (
            select delivery_id from delivery_queue where webhook_id = lane.id and ${dueAt(now)} and due_at > lane.replays_until
            order by due_at limit lane.room for update skip locked
          ) since
          union all
          select * from (
            select delivery_id from delivery_queue where webhook_id = lane.id and ${dueAt(now)} and due_at <= lane.replays_until
            order by due_at limit lane.room for update skip locked
          ) rest
          limit lane.room
        ) q
        where ${isOurs(sql`lane.id`)}
        limit ${Math.min(room.inAll, mostClaimedAtOnce)}
      ), claimed as (
        update delivery_queue q set ${claimedBy(runner, lease)} from due where q.delivery_id = due.delivery_id
        returning q.*, due.url
      )
      select ${claimColumns} from claimed c order by c.trigger = 'replay', c.due_at, c.event_id`;
  });
  return withPayloads(claims, now, lease);
}

/**
 * Claims one delivery if it is due, its webhook enabled, and of the webhook fewer than 8 are claimed, all of them one by one.
 * Each such claim is one request in flight, so here the claims themselves are counted.
 */
export async function claimOne(runner: string, deliveryId: string, now: Date): Promise<ClaimedDelivery | undefined> {
  const claims = await byIndex(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockClass}, hashtext(webhook_id)) from delivery_queue where delivery_id = ${deliveryId}`;
    return tx<Claim[]>`
      with claimed as (
        update delivery_queue q set ${claimedBy(runner, usualLease)} from webhooks w
        where q.delivery_id = ${deliveryId} and ${dueAt(now)} and w.id = q.webhook_id and w.enabled and w.deleted_at is null
          and ${hasRoomForOne(sql`w.id`)}
        returning q.*, w.url
      )
      select ${claimColumns} from claimed c`;
  });
  const [claimed] = await withPayloads(claims, now, usualLease);
  return claimed;
}

/** True while there is time for an attempt before the claim may pass to another runner. */
export function isSendable({ sendableUntil }: ClaimedDelivery, now: Date): boolean {
  return now < sendableUntil;
}

/** Gives live claims back untouched: their deliveries are due as they were, for whoever is there. Locked in their order (`deliveryQueue`). */
export async function releaseClaims(runner: string, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await byIndex(
    (tx) => tx`
      update delivery_queue set claimed_by = null, claimed_until = null
      where delivery_id = any(array(
        select delivery_id from delivery_queue
        where delivery_id = any(${deliveryIds as string[]}::text[]) and claimed_by = ${runner} and claimed_until > now()
        order by delivery_id for no key update
      ))`,
  );
}

/**
 * The webhooks that have something due, are enabled, and that no other runner works, each locked for claiming until the
 * transaction ends. Only what is read after that lock is sure to show the claims of whoever held it before, so the statement
 * that claims looks again. Goes from webhook to webhook through the queue, which costs nothing for those that have nothing there.
 */
function lockLanes(tx: TransactionSql, now: Date, room: Room, isOurs: Fragment): Promise<Lane[]> {
  return tx<Lane[]>`
    with recursive queued (webhook_id) as (
      (select webhook_id from delivery_queue order by webhook_id limit 1)
      union all
      select (select q.webhook_id from delivery_queue q where q.webhook_id > queued.webhook_id order by q.webhook_id limit 1)
      from queued where queued.webhook_id is not null
    ), ready as materialized (
      select w.id, w.url, coalesce(known.room, ${room.ofOthers}::int) as room, first.due_at
      from queued join webhooks w on w.id = queued.webhook_id
      left join unnest(${[...room.ofKnown.keys()]}::text[], ${[...room.ofKnown.values()]}::int[]) as known (id, room) on known.id = w.id
      cross join lateral (
        select due_at from delivery_queue where webhook_id = w.id and ${dueAt(now)} order by due_at limit 1
      ) first
      where w.enabled and w.deleted_at is null and coalesce(known.room, ${room.ofOthers}::int) > 0
        and ${isOurs}
      order by first.due_at limit ${mostClaimedAtOnce}
    )
    select id, url, room from ready where pg_try_advisory_xact_lock(${lockClass}, hashtext(id)) order by due_at`;
}

/** What may be claimed; a claim leaves `due_at` as it was. */
const dueAt = (now: Date): Fragment =>
  sql`due_at <= ${now.toISOString()}::timestamptz and (claimed_until is null or claimed_until <= now())`;

/** Says that nobody of whom `others` is true is sending to a webhook. A scalar subquery, which is looked up webhook by webhook. */
const notHeld = (webhookId: Fragment, others: Fragment): Fragment =>
  sql`(select true from delivery_queue where webhook_id = ${webhookId} and claimed_until > now() and ${others} limit 1) is null`;

/** Says that all that is claimed of a webhook are single claims, and not as many as may be in flight. */
const hasRoomForOne = (webhookId: Fragment): Fragment => sql`(
  select count(*) < ${inFlightPerWebhook} and coalesce(bool_and(starts_with(claimed_by, ${singly})), true)
  from (select claimed_by from delivery_queue where webhook_id = ${webhookId} and claimed_until > now() limit ${inFlightPerWebhook}) held
)`;

const claimedBy = (runner: string, { lastsMs }: Lease): Fragment =>
  sql`claimed_by = ${runner}, claimed_until = now() + ${lastsMs} * interval '1 millisecond'`;

const claimColumns: Fragment = sql`
  c.delivery_id as "deliveryId", c.event_id as "eventId", c.webhook_id as "webhookId", c.url, c.trigger, c.cycle_attempt as "cycleAttempt",
  c.attempts + 1 as attempt, c.due_at as "dueAt", c.claimed_until::text as "claimedUntil"`;

/** Adds what is to be sent: each event is read once, however many webhooks it goes to. */
async function withPayloads(claims: readonly Claim[], now: Date, { lastsMs, attemptMs }: Lease): Promise<ClaimedDelivery[]> {
  if (claims.length === 0) return [];
  const ids = [...new Set(claims.map(({ eventId }) => eventId))].toSorted();
  // The range keeps partitions of other days out of the plan.
  const events = await sql<{ id: string; payload: string }[]>`
    select id, payload from events where id = any(${ids}::text[]) and id between ${ids[0] ?? ""} and ${ids.at(-1) ?? ""}`;
  const payloads = new Map(events.map(({ id, payload }) => [id, payload]));
  const sendableUntil = new Date(now.getTime() + lastsMs - attemptMs);
  return claims.flatMap((claim) => {
    const payload = payloads.get(claim.eventId);
    if (payload !== undefined) return [{ ...claim, dueAt: new Date(claim.dueAt), payload, sendableUntil }];
    log.error({ deliveryId: claim.deliveryId, eventId: claim.eventId }, "a delivery cannot be sent: its event is gone");
    return [];
  });
}
