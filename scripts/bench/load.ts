import autocannon from "autocannon";
import type { Request } from "autocannon";
import { median } from "#scripts/bench/report.ts";

/** The requests to a URL, sent in turn. */
type Load = readonly [url: string, requests: readonly Request[]];

interface Run {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

interface Measured<Name extends string> {
  ratios(one: Name, other: Name): number[];
  /** A table row: name, requests per second, p50 and p99 in milliseconds, as medians over the rounds. */
  row(called: string, name: Name): string[];
}

/** Loads servers in turns, since the machine's speed varies; the first round warms up. */
export async function measureInTurns<Name extends string>(
  loads: Readonly<Record<Name, Load>>,
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Measured<Name>> {
  const names = Object.keys(loads) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as Record<Name, Run[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const [url, requests] = loads[name];
      const result = await autocannon({ url, connections, duration: seconds, requests: [...requests] });
      // Refusals are cheap and would improve the result.
      if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${name} failed`);
      const { p50, p99 } = result.latency;
      if (round > 0) runs[name].push({ requestsPerSecond: result.requests.total / result.duration, p50, p99 });
    }
  }
  const middle = (name: Name, of: keyof Run) => Math.round(median(runs[name].map((run) => run[of]))).toLocaleString("en");
  return {
    ratios: (one, other) => runs[one].map((run, round) => run.requestsPerSecond / (runs[other][round]?.requestsPerSecond ?? Number.NaN)),
    row: (called, name) => [called, middle(name, "requestsPerSecond"), middle(name, "p50"), middle(name, "p99")],
  };
}
