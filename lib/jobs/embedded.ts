import { currentTime } from "#lib/clock.ts";
import { endDueContracts } from "#lib/contracts/end-due.ts";
import type { Lease } from "#lib/deliveries/claim.ts";
import { startDeliveryRunner } from "#lib/deliveries/runner.ts";
import { keepHouse } from "#lib/jobs/keep-house.ts";
import { repeat } from "#lib/jobs/repeat.ts";
import { notifyDueRenewals } from "#lib/renewals/notify-due.ts";
import type { Sender } from "#lib/webhooks/post.ts";

/** How often due work is looked for: a look is an indexed query, and what is due starts within half a second. */
const lookMs = 250;
const hourMs = 3_600_000;

export interface Jobs {
  /** Starts nothing more, lets what is under way finish, and lets go of the rest. */
  stop(): Promise<void>;
}

/**
 * Does all later work in this process (architecture.md § Later work). Every instance may: due rows are locked and passed by,
 * deliveries are claimed. `stop` takes as long as an attempt of a delivery may, and leaves the sender to its owner.
 * A lease of deliveries other than the usual one is for tests.
 */
export function startEmbeddedJobs(sender: Sender, clock: () => Date = currentTime, lease?: Lease): Jobs {
  const jobs: Jobs[] = [
    startDeliveryRunner(sender, clock, lease),
    repeat({ job: "endDueContracts", everyMs: lookMs, run: (signal) => endDueContracts(clock(), { signal }) }),
    repeat({ job: "notifyDueRenewals", everyMs: lookMs, run: (signal) => notifyDueRenewals(clock(), { signal }) }),
    repeat({ job: "keepHouse", everyMs: hourMs, run: () => keepHouse(clock()) }),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
