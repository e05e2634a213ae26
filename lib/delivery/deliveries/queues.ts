import { releaseLeases } from "#lib/delivery/deliveries/lease.ts";
import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import type { MadeAttempt, Recorder } from "#lib/delivery/deliveries/record.ts";
import { heldPerWebhook, inFlightPerWebhook, updateMeanDuration } from "#lib/delivery/deliveries/rules/pace.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { traceAttempt } from "#lib/delivery/deliveries/trace-attempt.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { openSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { openUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { timeOfId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** The deliveries held for one webhook: waiting, in flight, and reserved by open transactions. */
export interface Queue {
  held: number;
  events: number;
  inFlight: number;
  /** Replays go one at a time, so that they arrive in order. */
  isReplaying: boolean;
  /** Events before replays. */
  waiting: WaitingDelivery[];
  meanDurationMs: number | undefined;
}

export interface WaitingDelivery {
  delivery: LeasedDelivery;
  changesSeen: number;
  settle: (isRecorded: boolean) => void;
}

/** The queues of a dispatcher by webhook, and what all of them share. */
export interface Queues {
  instance: string;
  sender: Sender;
  clock: () => Date;
  recorder: Recorder;
  byWebhook: Map<string, Queue>;
  heldInAll: number;
  /** The number of webhook changes since the start, and that of the last change of each webhook. */
  changes: number;
  lastChanges: Map<string, number>;
  listeners: Set<(webhookId: string) => void>;
  /** Attempts and releases that have not ended. */
  underWay: Set<Promise<void>>;
  isStopped: boolean;
}

/** Takes a slot for a leased delivery. */
export function hold(queues: Queues, { webhookId, trigger }: LeasedDelivery): void {
  const queue = queues.byWebhook.get(webhookId) ?? {
    held: 0,
    events: 0,
    inFlight: 0,
    isReplaying: false,
    waiting: [],
    meanDurationMs: undefined,
  };
  queues.byWebhook.set(webhookId, queue);
  queue.held += 1;
  if (trigger !== "replay") queue.events += 1;
  queues.heldInAll += 1;
}

/** Gives the slot of a delivery back. */
export function free(queues: Queues, { webhookId, trigger }: LeasedDelivery): void {
  const queue = queues.byWebhook.get(webhookId);
  if (queue === undefined) return;
  queue.held -= 1;
  if (trigger !== "replay") queue.events -= 1;
  queues.heldInAll -= 1;
  if (queue.held === 0) queues.byWebhook.delete(webhookId);
  const hasCapacity = queue.held < inFlightPerWebhook || queue.held * 2 <= heldPerWebhook(queue.meanDurationMs);
  if (hasCapacity && !queues.isStopped) for (const listener of queues.listeners) listener(webhookId);
}

/** Queues a delivery that has a slot, and sends it at its turn. */
export function enqueue(queues: Queues, waiting: WaitingDelivery): void {
  // Leased while the instance was told to stop: it would wait for a slot until the attempts in flight end.
  if (queues.isStopped) {
    release(queues, [waiting]);
    return;
  }
  const { webhookId } = waiting.delivery;
  const queue = queues.byWebhook.get(webhookId);
  if (queue === undefined) throw new Error("a delivery has no slot");
  const firstReplay = waiting.delivery.trigger === "replay" ? -1 : queue.waiting.findIndex(({ delivery }) => delivery.trigger === "replay");
  queue.waiting.splice(firstReplay === -1 ? queue.waiting.length : firstReplay, 0, waiting);
  sendNext(queues, webhookId, queue);
}

/** Sends what waits for a webhook, as far as its limit in flight allows. */
export function sendNext(queues: Queues, webhookId: string, queue: Queue): void {
  while (queue.inFlight < inFlightPerWebhook && (queues.isStopped || !queues.recorder.isUnavailable())) {
    // Replays wait behind all others.
    if (queue.isReplaying && queue.waiting[0]?.delivery.trigger === "replay") return;
    const next = queue.waiting.shift();
    if (next === undefined) return;
    const isOutdated = next.changesSeen < (queues.lastChanges.get(webhookId) ?? 0);
    if (queues.isStopped || isOutdated) release(queues, [next]);
    else if (currentTime().getTime() < next.delivery.sendableUntil) {
      queue.inFlight += 1;
      if (next.delivery.trigger === "replay") queue.isReplaying = true;
      track(queues, finish(queues, queue, next));
    } else {
      // Too late to finish within the lease, so another instance might acquire it: leave it to its lease.
      free(queues, next.delivery);
      next.settle(false);
    }
  }
}

async function finish(queues: Queues, queue: Queue, { delivery, settle }: WaitingDelivery): Promise<void> {
  const made = await attempt(queues.sender, delivery, queues.clock).catch((error: unknown) => {
    log.error({ error, deliveryId: delivery.deliveryId }, "an attempt could not be made; its lease runs out");
    return null;
  });
  if (made === null) settle(false);
  else {
    metrics.attempts.inc({ outcome: made.outcome.status });
    const committedAt = made.number === 1 ? timeOfId(delivery.deliveryId) : undefined;
    if (committedAt !== undefined) metrics.deliveryLatency.observe((made.startedAt.getTime() - committedAt) / 1000);
    queue.meanDurationMs = updateMeanDuration(queue.meanDurationMs, made.durationMs);
    void queues.recorder.add(made).then(settle);
  }
  queue.inFlight -= 1;
  if (delivery.trigger === "replay") queue.isReplaying = false;
  const most = heldPerWebhook(queue.meanDurationMs);
  // The endpoint has become slow: the excess waits in the database, where it can be cancelled.
  if (queue.held > 2 * most) release(queues, queue.waiting.splice(most - queue.inFlight));
  free(queues, delivery);
  sendNext(queues, delivery.webhookId, queue);
}

/** Ends the leases of deliveries that are not sent, so that any instance can acquire them. */
export function release(queues: Queues, waiting: readonly WaitingDelivery[]): void {
  const ids = waiting.map(({ delivery }) => delivery.deliveryId);
  const released = releaseLeases(queues.instance, ids).catch((error: unknown) =>
    log.error({ error, deliveries: ids.length }, "leases were not given back; they run out"),
  );
  track(
    queues,
    released.then(() => {
      for (const { delivery, settle } of waiting) {
        free(queues, delivery);
        settle(false);
      }
    }),
  );
}

function track({ underWay }: Queues, work: Promise<void>): void {
  const tracked = work.finally(() => underWay.delete(tracked));
  underWay.add(tracked);
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
