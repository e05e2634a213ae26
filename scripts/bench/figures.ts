import type { Measured } from "#scripts/bench/load.ts";

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which such a share of them lies; between two of them in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

/** One run under load, with the CPU time that the server took for each request. */
export interface Run extends Measured {
  cpuMicrosPerRequest: number | undefined;
}

/** Medians over the rounds. */
export interface Figures {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpuMicrosPerRequest: number | undefined;
}

export function summarize(runs: readonly Run[]): Figures {
  const cpu = runs.flatMap(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest ?? []);
  return {
    requestsPerSecond: median(runs.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
    cpuMicrosPerRequest: cpu.length === 0 ? undefined : median(cpu),
  };
}

/** How much faster one is than the other, in each round: it measured both under the same circumstances. */
export function ratios(runs: readonly Run[], others: readonly Run[]): number[] {
  return runs.map(({ requestsPerSecond }, round) => requestsPerSecond / (others[round]?.requestsPerSecond ?? Number.NaN));
}
