import { setTimeout as pause } from "node:timers/promises";
import { currentTime } from "#lib/clock.ts";
import { attempt } from "#lib/deliveries/attempt.ts";
import { claimDue, isSendable, releaseClaims } from "#lib/deliveries/claim.ts";
import type { ClaimedDelivery, Lease } from "#lib/deliveries/claim.ts";
import { blendDuration, heldPerWebhook, inFlightPerWebhook, mostClaimedAtOnce, mostHeld } from "#lib/deliveries/rules/pace.ts";
import type { Room } from "#lib/deliveries/rules/pace.ts";
import { startSettling } from "#lib/deliveries/settling.ts";
import { onNudge } from "#lib/events/nudge.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { onWebhookChange } from "#lib/webhooks/changes.ts";
import type { Sender } from "#lib/webhooks/post.ts";

/** How often the runner looks for work that nobody told it of: retries, replays, and what other instances committed. */
const sweepMs = 250;
/** How long work gathers after a claim, so that the next one finds more of it. */
const gatherMs = 5;

/** What a runner holds of one webhook. */
interface Lane {
  webhookId: string;
  waiting: ClaimedDelivery[];
  inFlight: number;
  meanDurationMs: number | undefined;
  /** Whether more may be due than there was room for. */
  hasMore: boolean;
  /** When the last replay is due that has come so far. */
  replaysUntil: Date | undefined;
}

export interface DeliveryRunner {
  /** Takes no more work, gives back what it has not begun, lets what is in flight finish, and notes it. */
  stop(): Promise<void>;
}

/**
 * The embedded runner (architecture.md § Later work): claims due deliveries, sends at most 8 at a time to each webhook, and
 * settles them in batches. Any number of runners may be on at once, this kind or the other: a claim belongs to one.
 * A lease other than the usual one is for tests.
 */
export function startDeliveryRunner(sender: Sender, clock: () => Date = currentTime, lease?: Lease): DeliveryRunner {
  const runner = newId("run");
  const lanes = new Map<string, Lane>();
  const settling = startSettling(runner, clock, () => {
    for (const lane of lanes.values()) send(lane);
  });
  const underWay = new Set<Promise<void>>();
  /** The webhooks that changed during the claim under way, which may have read them before. */
  const changedMeanwhile = new Set<string>();
  let claiming: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  function sweep(): void {
    isWanted = true;
    claiming ??= claimWhileWanted().finally(() => (claiming = undefined));
  }

  async function claimWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        await claim();
      } catch (error) {
        log.error({ error }, "due deliveries could not be claimed; the next sweep tries again");
        return;
      }
      await pause(gatherMs);
    }
  }

  async function claim(): Promise<void> {
    const room = roomLeft(lanes);
    changedMeanwhile.clear();
    const claimed = await claimDue(runner, clock(), room, lease);
    for (const lane of lanes.values()) lane.hasMore &&= room.ofKnown.get(lane.webhookId) === 0;
    for (const [webhookId, deliveries] of Map.groupBy(claimed, (delivery) => delivery.webhookId)) {
      if (changedMeanwhile.has(webhookId)) {
        giveBack(deliveries);
        continue;
      }
      const lane = lanes.get(webhookId) ?? openLane(webhookId);
      lanes.set(webhookId, lane);
      lane.waiting.push(...deliveries);
      lane.replaysUntil = latest([
        lane.replaysUntil,
        ...deliveries.map(({ trigger, dueAt }) => (trigger === "replay" ? dueAt : undefined)),
      ]);
      lane.hasMore = deliveries.length === (room.ofKnown.get(webhookId) ?? room.ofOthers);
      send(lane);
    }
    for (const lane of lanes.values()) forgetIdle(lane);
    if (claimed.length === mostClaimedAtOnce) isWanted = true;
  }

  function send(lane: Lane): void {
    while (lane.inFlight < inFlightPerWebhook && !isStopped && !settling.isAway()) {
      const delivery = lane.waiting.shift();
      if (delivery === undefined) return;
      // Too late to be sure that nobody else claims it meanwhile: left to its lease.
      if (!isSendable(delivery, clock())) continue;
      lane.inFlight += 1;
      track(finish(lane, delivery));
    }
  }

  async function finish(lane: Lane, delivery: ClaimedDelivery): Promise<void> {
    try {
      const made = await attempt(sender, delivery, clock);
      if (made !== null) {
        lane.meanDurationMs = blendDuration(lane.meanDurationMs, made.durationMs);
        settling.add(made);
      }
    } catch (error) {
      log.error({ error, deliveryId: delivery.deliveryId }, "an attempt could not be made; its claim runs out");
    }
    lane.inFlight -= 1;
    send(lane);
    const most = heldPerWebhook(lane.meanDurationMs);
    // The endpoint has become slow: what it will not take soon waits in the queue, where it can be cancelled.
    if (held(lane) > 2 * most) {
      giveBack(lane.waiting.splice(most - lane.inFlight));
      lane.hasMore = true;
    }
    forgetIdle(lane);
    if (lane.hasMore && held(lane) * 2 <= most && !isStopped) sweep();
  }

  function forgetIdle(lane: Lane): void {
    if (held(lane) === 0 && !lane.hasMore) lanes.delete(lane.webhookId);
  }

  /** A webhook may have another URL now, or be none to send to any more: what has not begun is claimed anew, if at all. */
  function reclaim(webhookId: string): void {
    changedMeanwhile.add(webhookId);
    const lane = lanes.get(webhookId);
    if (lane === undefined) return;
    giveBack(lane.waiting.splice(0));
    lane.hasMore = true;
  }

  function giveBack(deliveries: readonly ClaimedDelivery[]): void {
    const ids = deliveries.map(({ deliveryId }) => deliveryId);
    track(
      releaseClaims(runner, ids).catch((error: unknown) =>
        log.error({ error, deliveries: ids.length }, "claims were not given back; they run out"),
      ),
    );
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  const timer = setInterval(sweep, sweepMs);
  const forget = [onNudge(sweep), onWebhookChange(reclaim)];
  sweep();

  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const each of forget) each();
      await claiming;
      giveBack([...lanes.values()].flatMap((lane) => lane.waiting.splice(0)));
      await Promise.all(underWay);
      await settling.finish();
    },
  };
}

function openLane(webhookId: string): Lane {
  return { webhookId, waiting: [], inFlight: 0, meanDurationMs: undefined, hasMore: false, replaysUntil: undefined };
}

function latest(moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.reduce((last, moment) => (last === undefined || (moment !== undefined && moment > last) ? moment : last), undefined);
}

function held({ waiting, inFlight }: Lane): number {
  return waiting.length + inFlight;
}

function roomLeft(lanes: ReadonlyMap<string, Lane>): Room {
  const all = [...lanes.values()];
  return {
    ofKnown: new Map(all.map((lane) => [lane.webhookId, Math.max(0, heldPerWebhook(lane.meanDurationMs) - held(lane))])),
    ofOthers: heldPerWebhook(undefined),
    inAll: Math.max(0, mostHeld - all.reduce((sum, lane) => sum + held(lane), 0)),
    replaysUntil: new Map(all.flatMap(({ webhookId, replaysUntil }) => (replaysUntil === undefined ? [] : [[webhookId, replaysUntil]]))),
  };
}
