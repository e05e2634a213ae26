import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import { findFreePort } from "#db/embedded/free-port.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { shortenRules } from "#scripts/rehearsal/shorten-rules.ts";
import type { Running } from "#server/lifecycle.ts";

const host = "127.0.0.1";
const pollMs = 100;
/** So that the shortest window, a rate over five minutes, still has ten samples. */
export const scrapeSeconds = 3;

interface Alert {
  labels: { alertname: string };
  state: "pending" | "firing";
}

interface Series {
  metric: Record<string, string>;
  /** Seconds since 1970, and the value as a text. */
  values: [number, string][];
}

export interface Prometheus {
  /** By how many seconds each alarm was shortened. */
  takenOff: ReadonlyMap<string, number>;
  /** The names of the alarms that fire. */
  firing(): Promise<Set<string>>;
  queryRange(query: string, from: number, to: number, step: number): Promise<Series[]>;
}

/** Starts the Prometheus of this machine, which scrapes these addresses and has the rules of ops/ with their windows shortened. */
export async function startPrometheus(
  running: Running,
  home: string,
  { token, targets, factor }: { token: string; targets: string[]; factor: number },
): Promise<Prometheus> {
  const program = findProgram("prometheus");
  if (program === undefined) throw new SetupError("The rehearsal needs prometheus on the PATH (Debian: apt-get install prometheus).");
  mkdirSync(home);
  const { text, takenOff } = shortenRules(readFileSync(join(import.meta.dirname, "../../ops/prometheus-rules.yml"), "utf8"), factor);
  writeFileSync(join(home, "rules.yml"), text);
  const every = `${scrapeSeconds}s`;
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
    rule_files: ["rules.yml"],
    scrape_configs: [{ job_name: "covergate", authorization: { credentials: token }, static_configs: [{ targets }] }],
  };
  writeFileSync(join(home, "prometheus.yml"), stringify(config));
  const port = await findFreePort(host);
  const child = spawnSupervised(
    program,
    [
      `--config.file=${join(home, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(home, "data")}`,
      `--web.listen-address=${host}:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  running.onStop(() => endProgram(child));
  const url = `http://${host}:${port}`;
  while (!(await fetch(`${url}/-/ready`).catch(() => undefined))?.ok) {
    if (!isRunning(child)) throw new SetupError("Prometheus ended before it was ready: what it said is above.");
    await pause(pollMs);
  }
  const ask = async (path: string) => {
    const { status, data, error } = (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
      status: string;
      data: unknown;
      error?: string;
    };
    if (status !== "success") throw new Error(`Prometheus refused ${path}: ${error}`);
    return data;
  };
  return {
    takenOff,
    async firing() {
      const { alerts } = (await ask("alerts")) as { alerts: Alert[] };
      return new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname));
    },
    async queryRange(query, from, to, step) {
      const asked = new URLSearchParams({ query, start: String(from), end: String(to), step: String(step) });
      return ((await ask(`query_range?${asked}`)) as { result: Series[] }).result;
    },
  };
}
