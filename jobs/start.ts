import { startEmbeddedJobs } from "#jobs/embedded.ts";
import type { Jobs } from "#jobs/embedded.ts";
import { jobs as table } from "#jobs/table.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { openSender } from "#lib/delivery/webhooks/secrets.ts";
import { indexIfDue } from "#lib/developer/search/index-things.ts";
import { env, ignoredProxies } from "#lib/platform/env.ts";
import { repeat } from "#lib/platform/jobs/repeat.ts";
import { log } from "#lib/platform/log/log.ts";
import { expectJob } from "#lib/platform/metrics/metrics.ts";
import { onReset, perProcess } from "#lib/platform/process/reset.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const shared = perProcess("jobs", () => ({ areStartedHere: false }));
onReset(() => {
  shared.areStartedHere = false;
});

/** Keeps instrumentation.ts from starting jobs that this process starts itself. */
export function keepJobsFromNext(): void {
  shared.areStartedHere = true;
}

/** True in `next dev` and on serverless hosts, where Next must start the jobs. */
export function isNextAlone(): boolean {
  return !shared.areStartedHere;
}

interface Host {
  /** Keeps the process alive for work after the response, on hosts that would stop or freeze it. */
  keepAlive: (work: Promise<unknown>) => void;
}

/** Starts the jobs of `JOB_RUNNER` (docs/jobs.md). Except for `none`, this process also sends first attempts of what it commits. */
export async function startJobs({ keepAlive }: Host = { keepAlive: () => undefined }): Promise<Jobs> {
  if (ignoredProxies.length > 0 && env.WEBHOOK_PROXY === undefined) {
    log.warn({ ignored: ignoredProxies }, "these settings are ignored: webhooks are sent directly, or through WEBHOOK_PROXY");
  }
  const sender = openSender();
  const jobs: Jobs[] = [];
  const isEmbedded = env.JOB_RUNNER.includes("embedded");
  if (env.JOB_RUNNER.includes("inngest")) {
    // Loaded on demand, since the SDK is large and most instances do without.
    const { resend, sendRetries, startSending } = await import("#inngest/send.ts");
    // Inngest may never call, so they are expected from the start.
    for (const job of [...table, resend]) expectJob(job);
    const settings = { keepAlive, onRetries: sendRetries };
    jobs.push(isEmbedded ? startEmbeddedJobs(sender, settings) : startWorker(sender, { ...settings, acquires: "first attempts" }));
    // Inngest calls once a minute at most, and what was changed is found within two seconds.
    if (!isEmbedded) jobs.push(repeat({ job: "index-search", everyMs: 1_000, run: (signal) => indexIfDue(currentTime(), signal) }));
    jobs.push(startSending(keepAlive));
  } else if (isEmbedded) jobs.push(startEmbeddedJobs(sender, { keepAlive }));
  return {
    async stop() {
      for (const job of jobs) await job.stop();
      await sender.close();
    },
  };
}
