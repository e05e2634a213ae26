import { env } from "#lib/env.ts";
import { startEmbeddedJobs } from "#lib/jobs/embedded.ts";
import type { Jobs } from "#lib/jobs/embedded.ts";
import { createSender } from "#lib/webhooks/post.ts";

/** Starts the jobs that `JOB_RUNNER` names, in a process that stays (docs/jobs.md). */
export async function startJobs(): Promise<Jobs> {
  const sender = createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
  const jobs: Jobs[] = [];
  if (env.JOB_RUNNER.includes("embedded")) jobs.push(startEmbeddedJobs(sender));
  if (env.JOB_RUNNER.includes("inngest")) {
    // Most instances do without the SDK, and it is large.
    const { startHandingOver } = await import("#inngest/handing-over.ts");
    jobs.push(startHandingOver());
  }
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
      await sender.close();
    },
  };
}
