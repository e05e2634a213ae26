import { setTimeout as pause } from "node:timers/promises";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import type { DispatcherSettings } from "#lib/delivery/deliveries/dispatcher.ts";
import { onDue } from "#lib/delivery/deliveries/due.ts";
import { acquireDue } from "#lib/delivery/deliveries/lease.ts";
import { maxAcquiredAtOnce } from "#lib/delivery/deliveries/rules/pace.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** How long work collects after an acquisition, so that the next one finds more of it. */
const batchDelayMs = 2;

/** How often a worker looks for work on its own: everything, or first attempts of instances that died. */
const sweepMs = { all: 250, "first attempts": 5_000 };

export interface WorkerSettings extends Partial<DispatcherSettings> {
  /** `first attempts` leaves retries and replays to a scheduler outside of this process. */
  acquires?: keyof typeof sweepMs;
  /** How often it looks for work on its own if the owner announces due work. */
  everyMs?: number;
}

export interface Worker {
  /** Acquires due deliveries. */
  sweep(): void;
  /** Stops acquiring, and then the dispatcher, which takes up to one attempt. The owner closes the sender. */
  stop(): Promise<void>;
}

/** Starts a dispatcher for events that this process commits, and a worker that acquires other due deliveries. */
export function startWorker(sender: Sender, { acquires = "all", everyMs = sweepMs[acquires], ...settings }: WorkerSettings = {}): Worker {
  const { clock = currentTime } = settings;
  const dispatcher = startDispatcher(sender, settings);
  /** Webhooks that may have more due deliveries than there were slots. */
  let unfinished = new Set<string>();
  let acquiring: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  function sweep(): void {
    isWanted = true;
    acquiring ??= acquireWhileWanted().finally(() => (acquiring = undefined));
  }

  async function acquireWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        await acquire();
      } catch (error) {
        log.error({ error }, "due deliveries could not be acquired; the next sweep tries again");
        return;
      }
      await pause(batchDelayMs);
    }
  }

  async function acquire(): Promise<void> {
    const slots = dispatcher.slots("worker");
    const acquired = await acquireDue(dispatcher.instance, clock(), {
      slots,
      lease: dispatcher.lease,
      firstAttemptsOnly: acquires === "first attempts",
    });
    const free = new Map(slots.webhookIds.map((id, index) => [id, slots.free[index] ?? 0]));
    const counts = Map.groupBy(acquired, ({ webhookId }) => webhookId);
    unfinished = new Set([...free.keys()].filter((id) => free.get(id) === 0));
    for (const [id, { length }] of counts) if (length >= (free.get(id) ?? slots.ofOthers)) unfinished.add(id);
    if (acquired.length === maxAcquiredAtOnce) isWanted = true;
    // The dispatcher sends or releases the deliveries acquired before the stop.
    void dispatcher.reserve(slots, acquired).send();
  }

  const timer = setInterval(sweep, everyMs);
  const forget = [
    onDue(sweep),
    dispatcher.onCapacity((webhookId) => {
      if (unfinished.has(webhookId)) sweep();
    }),
  ];
  sweep();

  return {
    sweep,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const each of forget) each();
      // From here on no attempt begins, neither of an event that is committed meanwhile.
      const idle = dispatcher.stop();
      await acquiring;
      await idle;
      // Waits for the release of what was acquired meanwhile.
      await dispatcher.stop();
    },
  };
}
