import { onWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { acquireOne, defaultLease } from "#lib/delivery/deliveries/lease.ts";
import type { Lease, LeasedDelivery, Slots } from "#lib/delivery/deliveries/lease.ts";
import { enqueue, free, hold, release, sendNext } from "#lib/delivery/deliveries/queues.ts";
import type { Queue, Queues } from "#lib/delivery/deliveries/queues.ts";
import { startRecorder } from "#lib/delivery/deliveries/record.ts";
import { heldPerWebhook, inFlightPerWebhook, maxHeld } from "#lib/delivery/deliveries/rules/pace.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { newId } from "#lib/platform/ids.ts";
import { perProcess } from "#lib/platform/process/reset.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** When `attemptOne` should be called again after an attempt that was not made or not recorded. */
const retryMs = 5_000;

export interface DispatcherSettings {
  clock: () => Date;
  /** Only tests change it. */
  lease: Lease;
  /** Keeps the process alive for work after the response, on hosts that would stop or freeze it. */
  keepAlive: (work: Promise<unknown>) => void;
  /** Schedules retries outside of this process; must not reject. */
  onRetries: (deliveryIds: string[]) => Promise<void>;
}

/** The free slots, and the number of webhook changes known at that moment. */
export interface SeenSlots extends Slots {
  changesSeen: number;
}

/** Slots reserved for leased deliveries. Call exactly one of both functions. */
export interface Reservation {
  /** Sends them. Resolves when all are done, with whether every outcome is recorded; never rejects. */
  send(): Promise<boolean>;
  cancel(): void;
}

/** Sends the deliveries that this process has leased, at most 8 at a time to each webhook. One per process. */
export interface Dispatcher {
  instance: string;
  lease: Lease;
  /** Free slots: up to the number in flight per webhook for a commit, up to a quarter of a second's deliveries for the worker. */
  slots(of: "commit" | "worker"): SeenSlots;
  /**
   * Reserves slots for deliveries that were leased after `slots`. Concurrent statements may have seen the same slots; the excess waits
   * here in order of arrival, and is released when that takes too long.
   */
  reserve(seen: SeenSlots, deliveries: readonly LeasedDelivery[]): Reservation;
  /** Makes the attempt that is due at `dueAt`. Returns when to ask again if it is not made yet, or null. */
  attemptOne(deliveryId: string, dueAt: Date): Promise<Date | null>;
  /** Calls `listener` when a webhook has free slots again; returns a function that unsubscribes. */
  onCapacity(listener: (webhookId: string) => void): () => void;
  /** Releases deliveries that have not started, and waits until the rest is sent and recorded. */
  stop(): Promise<void>;
}

const shared = perProcess<{ dispatcher?: Dispatcher | undefined }>("dispatcher", () => ({}));

export function currentDispatcher(): Dispatcher | undefined {
  return shared.dispatcher;
}

/** Starts the dispatcher of this process; from then on `emit` leases first attempts to it. Only tests start a second one. */
export function startDispatcher(sender: Sender, overrides: Partial<DispatcherSettings> = {}): Dispatcher {
  const { clock = currentTime, lease = defaultLease, keepAlive = () => undefined, onRetries = async () => undefined } = overrides;
  const instance = newId("run");
  const queues: Queues = {
    instance,
    sender,
    clock,
    recorder: startRecorder({
      instance,
      clock,
      onRetries,
      onRecovered() {
        for (const [webhookId, queue] of queues.byWebhook) sendNext(queues, webhookId, queue);
      },
    }),
    byWebhook: new Map(),
    heldInAll: 0,
    changes: 0,
    lastChanges: new Map(),
    listeners: new Set(),
    underWay: new Set(),
    isStopped: false,
  };

  // The webhook may have another URL or be disabled, so deliveries that have not started must be acquired again.
  const forget = onWebhookChange((webhookId) => {
    queues.changes += 1;
    queues.lastChanges.set(webhookId, queues.changes);
    release(queues, queues.byWebhook.get(webhookId)?.waiting.splice(0) ?? []);
  });

  const dispatcher: Dispatcher = {
    instance,
    lease,
    slots: (of) => slotsOf(queues, of),
    reserve: (seen, deliveries) => reserve(queues, seen, deliveries, keepAlive),
    async attemptOne(deliveryId, dueAt) {
      const seen = slotsOf(queues, "worker");
      const acquired = queues.isStopped ? clock() : await acquireOne(instance, { deliveryId, dueAt }, clock(), lease);
      if (acquired === null || acquired instanceof Date) return acquired;
      return (await reserve(queues, seen, [acquired], keepAlive).send()) ? null : new Date(clock().getTime() + retryMs);
    },
    onCapacity(listener) {
      queues.listeners.add(listener);
      return () => queues.listeners.delete(listener);
    },
    async stop() {
      queues.isStopped = true;
      forget();
      if (shared.dispatcher === dispatcher) shared.dispatcher = undefined;
      release(
        queues,
        [...queues.byWebhook.values()].flatMap((queue) => queue.waiting.splice(0)),
      );
      while (queues.underWay.size > 0) await Promise.all(queues.underWay);
      await queues.recorder.finish();
    },
  };
  shared.dispatcher ??= dispatcher;
  return dispatcher;
}

function slotsOf({ byWebhook, heldInAll, changes, isStopped, recorder }: Queues, of: "commit" | "worker"): SeenSlots {
  const isClosed = isStopped || recorder.isUnavailable();
  const freeOf = ({ held, events, meanDurationMs }: Queue): number =>
    of === "commit" ? inFlightPerWebhook - events : heldPerWebhook(meanDurationMs) - held;
  return {
    webhookIds: [...byWebhook.keys()],
    free: [...byWebhook.values()].map((queue) => (isClosed || heldInAll >= maxHeld ? 0 : Math.max(0, freeOf(queue)))),
    ofOthers: isClosed || heldInAll >= maxHeld ? 0 : inFlightPerWebhook,
    inAll: isClosed ? 0 : Math.max(0, maxHeld - heldInAll),
    changesSeen: changes,
  };
}

function reserve(
  queues: Queues,
  { changesSeen }: SeenSlots,
  deliveries: readonly LeasedDelivery[],
  keepAlive: DispatcherSettings["keepAlive"],
): Reservation {
  for (const delivery of deliveries) hold(queues, delivery);
  return {
    async send() {
      const all = Promise.all(
        deliveries.map((delivery) => new Promise<boolean>((settle) => enqueue(queues, { delivery, changesSeen, settle }))),
      );
      if (deliveries.length > 0) keepAlive(all);
      return (await all).every(Boolean);
    },
    cancel() {
      for (const delivery of deliveries) free(queues, delivery);
    },
  };
}
