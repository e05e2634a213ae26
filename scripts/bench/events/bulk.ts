import type { BulkMethods } from "#scripts/bench/events/bulk-worker.ts";
import type { Stage } from "#scripts/bench/events/stage.ts";
import { startWorker } from "#scripts/bench/worker.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** How long it takes with so many contracts, in seconds, each with its event queued for one webhook. */
export interface BulkFigures {
  contracts: number;
  renewalSeconds: number;
  closingSeconds: number;
}

/** Measures a bulk action that sets up renewals, and the job that ends contracts, on as many contracts as asked. */
export async function measureBulk(running: Running, { settings }: Stage, contracts: number): Promise<BulkFigures> {
  const worker = startWorker<BulkMethods>(running, "events/bulk-worker.ts", settings);
  await worker.call("prepare", contracts);
  const renewalSeconds = await worker.call("addRenewals", contracts);
  console.log(`renewals of ${contracts} contracts: ${renewalSeconds.toFixed(1)} s`);
  const closingSeconds = await worker.call("close", contracts);
  console.log(`closing ${contracts} contracts: ${closingSeconds.toFixed(1)} s`);
  return { contracts, renewalSeconds, closingSeconds };
}
