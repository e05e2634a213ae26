import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import type { Request } from "autocannon";
import { median, quantile } from "#scripts/bench/report.ts";

const askedEveryMs = 20;

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

/** Asks for an address with a session or a key. */
export async function open(
  url: string,
  headers: { cookie: string } | { key: string },
  body?: string,
): Promise<{ status: number; text: string }> {
  const sent = body === undefined ? {} : { method: "POST", body };
  const from = { origin: new URL(url).origin, "content-type": "application/json" };
  const response = await fetch(url, { headers: { ...headers, ...from }, redirect: "manual", ...sent });
  return { status: response.status, text: await response.text() };
}

export interface Beside {
  /** Milliseconds. */
  p50: number;
  p99: number;
  asked: number;
  /** Answers other than a 200. */
  failed: number;
  /** How many answers of the others are a 200. */
  others: string;
}

type Asked = ReturnType<typeof open>;

/** Asks every few milliseconds, whatever is answered, while others open their addresses again and again. */
export async function askBeside(ask: () => Asked, others: readonly (() => Promise<Awaited<Asked>[]>)[], seconds: number): Promise<Beside> {
  const until = performance.now() + 1000 * seconds;
  const opened: Awaited<Asked>[] = [];
  const working = others.map(async (work) => {
    while (performance.now() < until) opened.push(...(await work()));
  });
  const taken: number[] = [];
  const asked: Asked[] = [];
  for (; performance.now() < until; await pause(askedEveryMs)) {
    const begun = performance.now();
    asked.push(ask().finally(() => taken.push(performance.now() - begun)));
  }
  const failed = (await Promise.all(asked)).filter(({ status }) => status !== 200).length;
  await Promise.all(working);
  const answered = opened.filter(({ status }) => status === 200).length;
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), asked: asked.length, failed, others: `${answered} of ${opened.length}` };
}
