import { onWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { acquireOne, releaseLeases, defaultLease } from "#lib/delivery/deliveries/lease.ts";
import type { Lease, LeasedDelivery, Slots } from "#lib/delivery/deliveries/lease.ts";
import { startRecorder } from "#lib/delivery/deliveries/record.ts";
import type { MadeAttempt } from "#lib/delivery/deliveries/record.ts";
import { updateMeanDuration, heldPerWebhook, inFlightPerWebhook, maxHeld } from "#lib/delivery/deliveries/rules/pace.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/schedule.ts";
import { traceAttempt } from "#lib/delivery/deliveries/trace-attempt.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { openSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { openUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { newId, timeOfId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { perProcess } from "#lib/platform/process/per-process.ts";
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

/** The deliveries held for one webhook: waiting, in flight, and reserved by open transactions. */
interface Queue {
  held: number;
  events: number;
  inFlight: number;
  /** Replays go one at a time, so that they arrive in order. */
  isReplaying: boolean;
  /** Events before replays. */
  waiting: WaitingDelivery[];
  meanDurationMs: number | undefined;
}

interface WaitingDelivery {
  delivery: LeasedDelivery;
  changesSeen: number;
  settle: (isRecorded: boolean) => void;
}

/** Starts the dispatcher of this process; from then on `emit` leases first attempts to it. Only tests start a second one. */
export function startDispatcher(sender: Sender, overrides: Partial<DispatcherSettings> = {}): Dispatcher {
  const { clock = currentTime, lease = defaultLease, keepAlive = () => undefined, onRetries = async () => undefined } = overrides;
  const instance = newId("run");
  const queues = new Map<string, Queue>();
  /** The number of the last change of each webhook that changed since the start. */
  const lastChanges = new Map<string, number>();
  const listeners = new Set<(webhookId: string) => void>();
  const underWay = new Set<Promise<void>>();
  let changes = 0;
  let heldInAll = 0;
  let isStopped = false;
  const recorder = startRecorder({
    instance,
    clock,
    onRetries,
    onRecovered() {
      for (const [webhookId, queue] of queues) sendNext(webhookId, queue);
    },
  });

  function slots(of: "commit" | "worker"): SeenSlots {
    const isClosed = isStopped || recorder.isUnavailable();
    const freeOf = ({ held, events, meanDurationMs }: Queue): number =>
      of === "commit" ? inFlightPerWebhook - events : heldPerWebhook(meanDurationMs) - held;
    return {
      webhookIds: [...queues.keys()],
      free: [...queues.values()].map((queue) => (isClosed || heldInAll >= maxHeld ? 0 : Math.max(0, freeOf(queue)))),
      ofOthers: isClosed || heldInAll >= maxHeld ? 0 : inFlightPerWebhook,
      inAll: isClosed ? 0 : Math.max(0, maxHeld - heldInAll),
      changesSeen: changes,
    };
  }

  function reserve({ changesSeen }: SeenSlots, deliveries: readonly LeasedDelivery[]): Reservation {
    for (const { webhookId, trigger } of deliveries) {
      const queue = queues.get(webhookId) ?? {
        held: 0,
        events: 0,
        inFlight: 0,
        isReplaying: false,
        waiting: [],
        meanDurationMs: undefined,
      };
      queues.set(webhookId, queue);
      queue.held += 1;
      if (trigger !== "replay") queue.events += 1;
      heldInAll += 1;
    }
    return {
      async send() {
        const all = Promise.all(deliveries.map((delivery) => new Promise<boolean>((settle) => add({ delivery, changesSeen, settle }))));
        if (deliveries.length > 0) keepAlive(all);
        return (await all).every(Boolean);
      },
      cancel() {
        for (const delivery of deliveries) free(delivery);
      },
    };
  }

  function add(waiting: WaitingDelivery): void {
    const { webhookId } = waiting.delivery;
    const queue = queues.get(webhookId);
    if (queue === undefined) throw new Error("a delivery has no slot");
    const firstReplay =
      waiting.delivery.trigger === "replay" ? -1 : queue.waiting.findIndex(({ delivery }) => delivery.trigger === "replay");
    queue.waiting.splice(firstReplay === -1 ? queue.waiting.length : firstReplay, 0, waiting);
    sendNext(webhookId, queue);
  }

  function sendNext(webhookId: string, queue: Queue): void {
    while (queue.inFlight < inFlightPerWebhook && (isStopped || !recorder.isUnavailable())) {
      // Replays wait behind all others.
      if (queue.isReplaying && queue.waiting[0]?.delivery.trigger === "replay") return;
      const next = queue.waiting.shift();
      if (next === undefined) return;
      const isOutdated = next.changesSeen < (lastChanges.get(webhookId) ?? 0);
      if (isStopped || isOutdated) release([next]);
      else if (currentTime().getTime() < next.delivery.sendableUntil) {
        queue.inFlight += 1;
        if (next.delivery.trigger === "replay") queue.isReplaying = true;
        track(finish(queue, next));
      } else {
        // Too late to finish within the lease, so another instance might acquire it: leave it to its lease.
        free(next.delivery);
        next.settle(false);
      }
    }
  }

  async function finish(queue: Queue, { delivery, settle }: WaitingDelivery): Promise<void> {
    const made = await attempt(sender, delivery, clock).catch((error: unknown) => {
      log.error({ error, deliveryId: delivery.deliveryId }, "an attempt could not be made; its lease runs out");
      return null;
    });
    if (made === null) settle(false);
    else {
      metrics.attempts.inc({ outcome: made.outcome.status });
      const committedAt = made.number === 1 ? timeOfId(delivery.deliveryId) : undefined;
      if (committedAt !== undefined) metrics.deliveryLatency.observe((made.startedAt.getTime() - committedAt) / 1000);
      queue.meanDurationMs = updateMeanDuration(queue.meanDurationMs, made.durationMs);
      void recorder.add(made).then(settle);
    }
    queue.inFlight -= 1;
    if (delivery.trigger === "replay") queue.isReplaying = false;
    const most = heldPerWebhook(queue.meanDurationMs);
    // The endpoint has become slow: the excess waits in the database, where it can be cancelled.
    if (queue.held > 2 * most) release(queue.waiting.splice(most - queue.inFlight));
    free(delivery);
    sendNext(delivery.webhookId, queue);
  }

  function free({ webhookId, trigger }: LeasedDelivery): void {
    const queue = queues.get(webhookId);
    if (queue === undefined) return;
    queue.held -= 1;
    if (trigger !== "replay") queue.events -= 1;
    heldInAll -= 1;
    if (queue.held === 0) queues.delete(webhookId);
    const hasCapacity = queue.held < inFlightPerWebhook || queue.held * 2 <= heldPerWebhook(queue.meanDurationMs);
    if (hasCapacity && !isStopped) for (const listener of listeners) listener(webhookId);
  }

  /** Ends the leases of deliveries that are not sent, so that any instance can acquire them. */
  function release(waiting: readonly WaitingDelivery[]): void {
    const ids = waiting.map(({ delivery }) => delivery.deliveryId);
    const released = releaseLeases(instance, ids).catch((error: unknown) =>
      log.error({ error, deliveries: ids.length }, "leases were not given back; they run out"),
    );
    track(
      released.then(() => {
        for (const { delivery, settle } of waiting) {
          free(delivery);
          settle(false);
        }
      }),
    );
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  // The webhook may have another URL or be disabled, so deliveries that have not started must be acquired again.
  const forget = onWebhookChange((webhookId) => {
    changes += 1;
    lastChanges.set(webhookId, changes);
    release(queues.get(webhookId)?.waiting.splice(0) ?? []);
  });

  const dispatcher: Dispatcher = {
    instance,
    lease,
    slots,
    reserve,
    async attemptOne(deliveryId, dueAt) {
      const seen = slots("worker");
      const acquired = isStopped ? clock() : await acquireOne(instance, { deliveryId, dueAt }, clock(), lease);
      if (acquired === null || acquired instanceof Date) return acquired;
      return (await reserve(seen, [acquired]).send()) ? null : new Date(clock().getTime() + retryMs);
    },
    onCapacity(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      forget();
      if (shared.dispatcher === dispatcher) shared.dispatcher = undefined;
      release([...queues.values()].flatMap((queue) => queue.waiting.splice(0)));
      while (underWay.size > 0) await Promise.all(underWay);
      await recorder.finish();
    },
  };
  shared.dispatcher ??= dispatcher;
  return dispatcher;
}

/** Sends a leased delivery once; any outcome of the network counts as an attempt. Null if it was aborted by the end of the process. */
function attempt(sender: Sender, delivery: LeasedDelivery, clock: () => Date): Promise<MadeAttempt | null> {
  return traceAttempt(delivery, (traceparent) => send(sender, delivery, clock, traceparent));
}

async function send(sender: Sender, delivery: LeasedDelivery, clock: () => Date, traceparent: string | null): Promise<MadeAttempt | null> {
  const startedAt = clock();
  const { eventId: id, payload: body } = delivery;
  const content = { id, timestamp: timestampOf(startedAt), body };
  const secrets = openSecrets(delivery.webhookId, delivery, startedAt);
  const signature = secrets.length === 0 ? null : signatureOf(content, secrets);
  const headers = { ...deliveryHeaders({ ...delivery, traceparent }), ...(signature === null ? {} : signatureHeaders(content, signature)) };
  const answer = await sender.post({ url: openUrl(delivery.url, delivery.webhookId), body, headers });
  if (answer.kind === "failure" && answer.error === "aborted") return null;
  const succeeded = answer.kind === "response" && answer.status >= 200 && answer.status < 300;
  return {
    deliveryId: delivery.deliveryId,
    leasedUntil: delivery.leasedUntil,
    number: delivery.attempt,
    trigger: delivery.trigger,
    startedAt,
    durationMs: answer.durationMs,
    statusCode: answer.kind === "response" ? answer.status : null,
    error: answer.kind === "failure" ? answer.error : null,
    errorDetail: answer.kind === "failure" ? answer.message : null,
    responseBody: answer.kind === "response" ? answer.body : null,
    responseTruncated: answer.kind === "response" && answer.truncated,
    signature,
    outcome: decideOutcome({ cycleAttempt: delivery.cycleAttempt, trigger: delivery.trigger, succeeded, endedAt: clock() }),
  };
}
