import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../docs/benchmarks.md");

/** Replaces a section of docs/benchmarks.md. */
export function writeSection(part: string, text: string): void {
  const [begin, end] = [`<!-- results of ${part}: written by npm run bench -->`, `<!-- end of ${part} -->`];
  const page = readFileSync(file, "utf8");
  const [head, tail] = [page.indexOf(begin), page.indexOf(end)];
  if (head === -1 || tail < head) throw new Error(`docs/benchmarks.md has no place for the results: ${begin} … ${end}`);
  writeFileSync(file, `${page.slice(0, head)}${begin}\n\n${text}\n\n${page.slice(tail)}`);
}

/** The date, the machine and the relevant versions. */
export function describeMachine(postgresVersion: string, packages: readonly string[]): string {
  const [processor] = cpus();
  const versions = [
    `Node ${process.versions.node}`,
    `Postgres ${postgresVersion}`,
    ...packages.map((name) => `${name} ${versionOf(name)}`),
  ].join(", ");
  const machine = `${processor?.model.trim()}, ${availableParallelism()} cores in all, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${new Date().toISOString().slice(0, 10)} · ${machine} · ${type()} ${release()} · ${versions}`;
}

export interface Goal {
  goal: string;
  measured: string;
  met: boolean;
}

export function describeGoals(goals: readonly Goal[]): string[] {
  return table(
    ["Goal", "Measured", ""],
    goals.map(({ goal, measured, met }) => [goal, measured, met ? "met" : "**not met**"]),
  );
}

/** Formats a share as a whole percentage. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The median of the rounds with the narrowest range that contains half of them. */
export function withHalf(values: readonly number[], word: (value: number) => string): string {
  return `${word(median(values))} (half of the rounds: ${word(quantile(values, 0.25))} to ${word(quantile(values, 0.75))})`;
}

export function table(head: string[], rows: string[][]): string[] {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../node_modules", name, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

/** The median; for an even number the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile of a share, interpolated between two values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

export interface BenchOptions {
  /** Rounds of each contender, in turns; each part has its own default. */
  rounds?: number | undefined;
  /** Seconds of each round; each part has its own default. */
  seconds?: number | undefined;
  connections: number;
  /** How often each page is read. */
  times: number;
  /** The calls of the large partner. */
  calls: number;
}
