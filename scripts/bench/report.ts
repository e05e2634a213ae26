import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import type { Figures } from "#scripts/bench/figures.ts";

const file = join(import.meta.dirname, "../../docs/benchmarks.md");
const begin = "<!-- results: written by npm run bench -->";
const end = "<!-- end of results -->";

export interface Results {
  now: Date;
  postgresVersion: string;
  connections: number;
  rounds: number;
  seconds: number;
  /** Bytes of one answer to `GET /contracts/{id}`. */
  bytes: { ceiling: number; door: number };
  reads: { name: string; figures: Figures; ofCeiling: number }[];
  writes: { name: string; figures: Figures }[];
  goals: { goal: string; measured: string; met: boolean }[];
}

/** Puts the results into docs/benchmarks.md, in the place of those before; the text that it put there. */
export function writeReport(results: Results): string {
  const page = readFileSync(file, "utf8");
  const [head, tail] = [page.indexOf(begin), page.indexOf(end)];
  if (head === -1 || tail < head) throw new Error(`docs/benchmarks.md has no place for the results: ${begin} … ${end}`);
  const text = describe(results);
  writeFileSync(file, `${page.slice(0, head)}${begin}\n${text}\n${page.slice(tail)}`);
  return text;
}

function describe({ now, postgresVersion, connections, rounds, seconds, bytes, reads, writes, goals }: Results): string {
  const [processor] = cpus();
  const versions = [
    `Node ${process.versions.node}`,
    `Postgres ${postgresVersion}`,
    ...["next", "fastify", "postgres", "autocannon"].map((name) => `${name} ${versionOf(name)}`),
  ];
  return [
    `${now.toISOString().slice(0, 10)} · ${processor?.model.trim()}, ${availableParallelism()} cores in all, ${Math.round(totalmem() / 2 ** 30)} GiB · ${type()} ${release()} · ${versions.join(", ")}`,
    "",
    `${connections} connections, ${rounds} rounds of ${seconds} s for each, medians. An answer has ${bytes.ceiling} bytes from the ceiling and ${bytes.door} from the doors.`,
    "",
    ...table(
      ["Goal", "Measured", ""],
      goals.map(({ goal, measured, met }) => [goal, measured, met ? "met" : "**not met**"]),
    ),
    "",
    ...table(
      ["`GET /contracts/{id}`", "of the ceiling", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      reads.map(({ name, figures, ofCeiling }) => [name, percent(ofCeiling), ...cells(figures)]),
    ),
    "",
    ...table(
      ["Direct door, call log on", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      writes.map(({ name, figures }) => [name, ...cells(figures)]),
    ),
  ].join("\n");
}

function cells({ requestsPerSecond, p50, p99, cpuMicrosPerRequest }: Figures): string[] {
  return [
    Math.round(requestsPerSecond).toLocaleString("en"),
    String(p50),
    String(p99),
    cpuMicrosPerRequest === undefined ? "—" : `${Math.round(cpuMicrosPerRequest)} µs`,
  ];
}

/** A share in whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function table(head: string[], rows: string[][]): string[] {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../node_modules", name, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
