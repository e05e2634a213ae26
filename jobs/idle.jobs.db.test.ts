import { expect, test, vi } from "vitest";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import { jobs } from "#jobs/table.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

test("two idle instances ask once a second for all jobs together", async () => {
  const sender = createSender({ allowedHosts: [] });
  const instances = [startEmbeddedJobs(sender), startEmbeddedJobs(sender)];
  const count = async () =>
    (await metrics.queries.get()).values.find(({ metricName }) => metricName?.endsWith("_count") === true)?.value ?? 0;
  // Each job runs once at a start.
  const runs = async () => (await metrics.jobDuration.get()).values.filter(({ metricName }) => metricName?.endsWith("_count") === true);
  const haveBegun = async () => (await runs()).reduce((sum, { value }) => sum + value, 0) >= 2 * jobs.length;
  await waitUntil(haveBegun);
  const [from, begun] = [performance.now(), await count()];
  await waitUntil(() => performance.now() - from > 4_000);
  // Transactions of four statements.
  expect((await count()) - begun).toBeLessThan(2 * 5 * 4 + 10);
  for (const instance of instances) await instance.stop();
  await sender.close();
});
