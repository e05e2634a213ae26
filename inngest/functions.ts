import { attemptCancelled, attemptScheduled, inngest, resend } from "#inngest/send.ts";
import { jobs } from "#jobs/table.ts";
import { currentDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import { inFlightPerWebhook } from "#lib/delivery/deliveries/rules/pace.ts";
import { measureJob } from "#lib/platform/metrics/metrics.ts";

/** The functions of Inngest: the jobs on their schedules, and the attempts of deliveries. */
export const makeFunctions = (clock: () => Date) => [
  ...[...jobs, resend].map(({ id, name, cron, run }) =>
    inngest.createFunction({ id, name, triggers: [{ cron }], concurrency: 1 }, ({ step }) =>
      step.run(id, () => measureJob(id, () => run(clock()))),
    ),
  ),
  makeDeliver(),
];

/**
 * One run for each retry and each first attempt of a replay. The database decides, never the event: the dispatcher leases the delivery if
 * it is due, or returns when to look again.
 */
export const makeDeliver = () =>
  inngest.createFunction(
    {
      id: "deliver",
      name: "Deliver an event",
      triggers: [attemptScheduled],
      concurrency: { key: "event.data.webhookId", limit: inFlightPerWebhook },
      // Retries precede the replays of the ten minutes before them. A priority below 0 would delay the run instead.
      priority: { run: "event.data.trigger == 'replay' ? 0 : 600" },
      cancelOn: [{ event: attemptCancelled, if: "async.data.deliveryId == event.data.deliveryId && async.data.dueAt == event.data.dueAt" }],
      retries: 10,
    },
    async ({ event, step }) => {
      const { deliveryId } = event.data;
      const dueAt = new Date(event.data.dueAt);
      // Compared with the event's time, so that every execution of the function decides the same.
      if (dueAt.getTime() > (event.ts ?? 0)) await step.sleepUntil("until it is due", dueAt);
      for (let turn = 1; ; turn += 1) {
        const againAt = await step.run(`attempt, turn ${turn}`, () => attemptOne(deliveryId, dueAt));
        if (againAt === null) return;
        await step.sleepUntil(`until turn ${turn + 1}`, againAt);
      }
    },
  );

function attemptOne(deliveryId: string, dueAt: Date): Promise<Date | null> {
  const dispatcher = currentDispatcher();
  if (dispatcher === undefined) throw new Error("this process sends no deliveries: it has not started, or is about to end");
  return dispatcher.attemptOne(deliveryId, dueAt);
}
