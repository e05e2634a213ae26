import { describe, expect, test } from "vitest";
import { makeFunctions } from "#inngest/functions.ts";
import { jobs } from "#jobs/table.ts";
import { expectJob, metrics } from "#lib/platform/metrics/metrics.ts";

const functions = makeFunctions(() => new Date());
const optionsOf = (id: string) => functions.map(({ opts }) => opts).find((opts) => opts.id === id);

describe("the run of an attempt", () => {
  test("starts with the event of its schedule, and ends with the event of its cancellation", () => {
    expect(optionsOf("deliver")).toMatchObject({
      triggers: [{ event: "covergate/attempt.scheduled" }],
      cancelOn: [
        {
          event: { name: "covergate/attempt.cancelled" },
          if: "async.data.deliveryId == event.data.deliveryId && async.data.dueAt == event.data.dueAt",
        },
      ],
    });
  });

  test("shares a limit of 8 concurrent runs to a webhook", () => {
    expect(optionsOf("deliver")).toMatchObject({ concurrency: { key: "event.data.webhookId", limit: 8 } });
  });

  test("comes before replays if it is a retry, and neither has a priority below 0", () => {
    expect(optionsOf("deliver")).toMatchObject({ priority: { run: "event.data.trigger == 'replay' ? 0 : 600" } });
  });
});

test("every job of the table is a function on its schedule with one run at a time", () => {
  for (const { id, name, cron } of jobs) expect(optionsOf(id)).toMatchObject({ name, triggers: [{ cron }], concurrency: 1 });
  expect(functions.map(({ opts }) => opts.id).toSorted()).toEqual(
    [...jobs.map(({ id }) => id), "deliver", "resend-overdue-deliveries"].toSorted(),
  );
});

test("the period that alarms expect of a job is that of its schedule with Inngest", async () => {
  const secondsOf = (cron: string) => (cron.startsWith("* ") ? 60 : cron.startsWith("*/10 ") ? 600 : /^\d+ \*/.test(cron) ? 3600 : 86_400);
  for (const job of jobs) expectJob(job);
  const { values } = await metrics.jobPeriod.get();
  expect(values.map(({ labels: { job }, value }) => [job, value])).toEqual(jobs.map(({ id, cron }) => [id, secondsOf(cron)]));
});

test.each([
  ["end-due-contracts", "* * * * *"],
  ["notify-due-renewals", "* * * * *"],
  ["resend-overdue-deliveries", "* * * * *"],
  ["maintain", "20 * * * *"],
  ["index-search", "* * * * *"],
  ["sweep-stray-files", "*/10 * * * *"],
])("%s runs at %s", (id, cron) => {
  expect(optionsOf(id)).toMatchObject({ triggers: [{ cron }], concurrency: 1 });
});
