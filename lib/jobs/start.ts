import { startWorker } from "#lib/deliveries/worker.ts";
import { env } from "#lib/env.ts";
import { startEmbeddedJobs } from "#lib/jobs/embedded.ts";
import type { Jobs } from "#lib/jobs/embedded.ts";
import { createSender } from "#lib/webhooks/post.ts";

// Of the process, in which Next has modules of its own.
const shared = globalThis as typeof globalThis & { covergateStartsJobs?: true };

/** Says that this process starts its jobs by itself, whatever Next does in it (instrumentation.ts). */
export function keepJobsFromNext(): void {
  shared.covergateStartsJobs = true;
}

/** Whether Next is left alone with starting the jobs, as in `next dev` and on serverless hosts. */
export function isNextAlone(): boolean {
  return shared.covergateStartsJobs !== true;
}

interface Host {
  /** Waits for work that goes on after an answer, where the process would else end or freeze with it. */
  keepAlive: (work: Promise<unknown>) => void;
}

/** Starts the jobs that `JOB_RUNNER` names (docs/jobs.md). Whatever it is, this process sends first attempts of what it commits, but for `none`. */
export async function startJobs({ keepAlive }: Host = { keepAlive: () => undefined }): Promise<Jobs> {
  const sender = createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
  const jobs: Jobs[] = [];
  const isEmbedded = env.JOB_RUNNER.includes("embedded");
  if (env.JOB_RUNNER.includes("inngest")) {
    // Most instances do without the SDK, and it is large.
    const { sendRetries, startSending } = await import("#inngest/send.ts");
    const settings = { keepAlive, onRetries: sendRetries };
    jobs.push(isEmbedded ? startEmbeddedJobs(sender, settings) : startWorker(sender, { ...settings, acquires: "first attempts" }));
    jobs.push(startSending(keepAlive));
  } else if (isEmbedded) jobs.push(startEmbeddedJobs(sender, { keepAlive }));
  return {
    async stop() {
      for (const job of jobs) await job.stop();
      await sender.close();
    },
  };
}
