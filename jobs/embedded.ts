import { jobs } from "#jobs/table.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import type { WorkerSettings } from "#lib/delivery/deliveries/worker.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { repeat } from "#lib/platform/jobs/repeat.ts";
import { expectJob, measureJob } from "#lib/platform/metrics/metrics.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export interface Jobs {
  /** Waits until runs in progress end, and starts no more. */
  stop(): Promise<void>;
}

/** Every instance may run these, since due rows are locked or leased. The owner closes the sender. */
export function startEmbeddedJobs(sender: Sender, settings: WorkerSettings = {}): Jobs {
  const { clock = currentTime } = settings;
  for (const job of jobs) expectJob(job);
  const started: Jobs[] = [
    startWorker(sender, settings),
    ...jobs.map(({ id, everyMs, run }) => repeat({ job: id, everyMs, run: (signal) => measureJob(id, () => run(clock(), signal)) })),
  ];
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
    },
  };
}
