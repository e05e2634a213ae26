import { Inngest, eventType } from "inngest";
import { z } from "zod";
import { attemptTriggers } from "#db/schema/enums.ts";
import type { Jobs } from "#jobs/embedded.ts";
import type { Job } from "#jobs/table.ts";
import { listAttempts, listOverdue, onCancellation, onDue } from "#lib/delivery/deliveries/due.ts";
import type { Due, ScheduledAttempt } from "#lib/delivery/deliveries/due.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** An attempt of a delivery is to be made, at `dueAt`. */
export const attemptScheduled = eventType("covergate/attempt.scheduled", {
  schema: z.object({ deliveryId: z.string(), webhookId: z.string(), trigger: z.enum(attemptTriggers), dueAt: z.string() }),
});

/** Somebody cancelled a delivery whose next attempt was due then: there is nothing left to wait for. */
export const attemptCancelled = eventType("covergate/attempt.cancelled", {
  schema: z.object({ deliveryId: z.string(), dueAt: z.string() }),
});

const requestMs = 10_000;

/** Covergate as Inngest knows it. The SDK reads its keys and addresses from the environment itself; lib/platform/env.ts has checked them. */
export const inngest = new Inngest({
  id: "covergate",
  isDev: env.INNGEST_DEV !== false,
  fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(requestMs) }),
  logger: log,
});

const maxAtOnce = 500;

/** Has Inngest make attempts at their time. It starts one run for an attempt, however often it is sent. */
async function send(attempts: readonly ScheduledAttempt[]): Promise<void> {
  for (let count = 0; count < attempts.length; count += maxAtOnce) {
    const batch = attempts.slice(count, count + maxAtOnce);
    await inngest.send(
      batch.map(({ key, dueAt, ...data }) => attemptScheduled.create({ ...data, dueAt: dueAt.toISOString() }, { id: key })),
    );
  }
}

/** Sends due attempts and retries to Inngest. If that fails, `resendOverdue` does it later. */
async function sendDue(due: Exclude<Due, string>): Promise<void> {
  try {
    await send(await listAttempts(due, currentTime()));
  } catch (error) {
    log.warn({ error }, "Inngest was not told of deliveries; what is overdue by two minutes is sent again");
  }
}

/** The job that only Inngest needs: it repairs lost events. */
export const resend: Job = {
  id: "resend-overdue-deliveries",
  name: "Send overdue deliveries again",
  everyMs: 60_000,
  cron: "* * * * *",
  run: resendOverdue,
};

/** Sends Inngest overdue attempts again that no run has started, for example after a lost event. Returns their number. */
export async function resendOverdue(now: Date): Promise<number> {
  const overdue = await listOverdue(now);
  await send(overdue);
  return overdue.length;
}

/** Sends Inngest the retries of these deliveries; never rejects. */
export function sendRetries(deliveryIds: string[]): Promise<void> {
  return sendDue({ deliveryIds });
}

/** From now on tells Inngest of replays, of webhooks that are enabled, and of cancellations in this process. Nobody's call waits for it. */
export function startSending(keepAlive: (work: Promise<unknown>) => void): Jobs {
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    keepAlive(tracked);
  };
  const forget = [
    // First attempts are the worker's of this process.
    onDue((due) => {
      if (due !== "first attempts") track(sendDue(due));
    }),
    onCancellation(({ deliveryId, dueAt }) => track(sendCancellation(deliveryId, dueAt))),
  ];
  return {
    async stop() {
      for (const each of forget) each();
      await Promise.all(underWay);
    },
  };
}

async function sendCancellation(deliveryId: string, dueAt: Date): Promise<void> {
  try {
    await inngest.send(attemptCancelled.create({ deliveryId, dueAt: dueAt.toISOString() }));
  } catch (error) {
    log.warn({ error, deliveryId }, "Inngest was not told of a cancellation; the run finds out when it wakes");
  }
}
