import { deliveries, lookForDue } from "#jobs/look.ts";
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

/** The time between two looks for due deliveries; each look acquires them at once. */
const sweepMs = 30_000;

/** Every instance may run these, since due rows are locked or leased. The owner closes the sender. */
export function startEmbeddedJobs(sender: Sender, settings: WorkerSettings = {}): Jobs {
  const { clock = currentTime } = settings;
  for (const job of jobs) expectJob(job);
  const worker = startWorker(sender, { everyMs: sweepMs, ...settings });
  const repeating = new Map(
    jobs.map(({ id, everyMs, run }) => [id, repeat({ job: id, everyMs, run: (signal) => measureJob(id, () => run(clock(), signal)) })]),
  );
  let restMs = 0;
  const looking = repeat({
    job: "look",
    everyMs: () => restMs,
    async run() {
      const looked = await lookForDue(clock());
      restMs = looked.restMs;
      for (const id of looked.due) {
        if (id === deliveries) worker.sweep();
        else repeating.get(id)?.wake();
      }
    },
  });
  return {
    async stop() {
      await Promise.all([looking, worker, ...repeating.values()].map((job) => job.stop()));
    },
  };
}
