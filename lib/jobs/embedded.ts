import { currentTime } from "#lib/clock.ts";
import { startWorker } from "#lib/deliveries/worker.ts";
import type { WorkerSettings } from "#lib/deliveries/worker.ts";
import { repeat } from "#lib/jobs/repeat.ts";
import { jobs } from "#lib/jobs/table.ts";
import type { Sender } from "#lib/webhooks/post.ts";

export interface Jobs {
  /** Starts nothing more, lets what is under way finish, and lets go of the rest. */
  stop(): Promise<void>;
}

/**
 * Does all later work in this process (architecture.md § Later work). Every instance may: due rows are locked and passed by,
 * deliveries are leased. `stop` takes as long as an attempt of a delivery may, and leaves the sender to its owner.
 */
export function startEmbeddedJobs(sender: Sender, settings: WorkerSettings = {}): Jobs {
  const { clock = currentTime } = settings;
  const started: Jobs[] = [
    startWorker(sender, settings),
    ...jobs.map(({ id, everyMs, run }) => repeat({ job: id, everyMs, run: (signal) => run(clock(), signal) })),
  ];
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
    },
  };
}
