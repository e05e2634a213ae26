import { expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { lookForDue } from "#jobs/look.ts";
import { jobs } from "#jobs/table.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";

await useOwnDatabase();

test("an idle instance asks once a second for all jobs together", async () => {
  const count = async () =>
    (await metrics.queries.get()).values.find(({ metricName }) => metricName?.endsWith("_count") === true)?.value ?? 0;
  const before = await count();
  expect(await lookForDue(new Date())).toEqual({ due: [], restMs: 1_000 });
  // A transaction of four statements.
  expect((await count()) - before).toBeLessThanOrEqual(4);
  // Beside it a job runs seldom.
  expect(Math.min(...jobs.map(({ everyMs }) => everyMs))).toBeGreaterThanOrEqual(15_000);
});
