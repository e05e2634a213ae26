import type { Run } from "#scripts/bench/figures.ts";
import type { Load, LoadMethods } from "#scripts/bench/load.ts";
import type { Server } from "#scripts/bench/processes.ts";
import type { Worker } from "#scripts/bench/worker.ts";

const warmUpSeconds = 3;

/** One run of a load on a server, for so many seconds. */
export type Contender = (seconds: number) => Promise<Run>;

/** A load on a server, with what each request costs the server's process. Throws where a request failed, as refusals are cheap and would flatter. */
export function contender(from: Worker<LoadMethods>, server: Server, load: Omit<Load, "url" | "seconds">): Contender {
  return async (seconds) => {
    const { url } = server;
    const before = server.cpuMicros();
    const measured = await from.call("apply", { ...load, url, seconds });
    const after = server.cpuMicros();
    if (measured.failures > 0) throw new Error(`${measured.failures} of ${measured.requests} requests to ${url}${load.paths[0]} failed`);
    const cpuMicrosPerRequest = before === undefined || after === undefined ? undefined : (after - before) / measured.requests;
    return { ...measured, cpuMicrosPerRequest };
  };
}

/** Runs the contenders in turn, round after round, after a round that warms them up; each second round goes backwards. Tells how far it is. */
export async function compare<Name extends string>(
  contenders: Record<Name, Contender>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, Run[]>> {
  const entries = Object.entries(contenders) as [Name, Contender][];
  for (const [, run] of entries) await run(warmUpSeconds);
  const runs = Object.fromEntries(entries.map(([name]) => [name, [] as Run[]])) as Record<Name, Run[]>;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, run] of round % 2 === 1 ? entries : entries.toReversed()) {
      const measured = await run(seconds);
      runs[name].push(measured);
      console.log(`round ${round} of ${rounds}: ${name} ${Math.round(measured.requestsPerSecond)} requests/s`);
    }
  }
  return runs;
}
