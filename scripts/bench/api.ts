import autocannon from "autocannon";
import type { CeilingOptions } from "#scripts/bench/ceiling.ts";
import { median } from "#scripts/bench/figures.ts";
import type { BenchOptions } from "#scripts/bench/options.ts";
import { startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, percent, table, withHalf } from "#scripts/bench/report.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** Connections to Postgres that each server may have. */
const pool = 10;
/** As `npm start` does. */
const direct = ["--max-semi-space-size=64", "server.ts"];
const next = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port"];

interface Run {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Measures reading and creating contracts through each door, against a bare Fastify route; the section as Markdown. */
export async function measureApi(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections, rounds = 10, seconds = 3 }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { key, keyHash, cids, newContract, postgresVersion } = await prepareSubject(running, settings.DATA_DIR);
  const door = { ...settings, DATABASE_POOL: String(pool) };
  const ceilingOptions = (port: number): CeilingOptions => ({
    port,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    databaseSocket: settings["DATABASE_SOCKET"] ?? "",
    pool,
    keyHash,
  });
  // They stay up side by side: whoever is not asked does nothing.
  const servers = {
    ceiling: await startServer(running, {}, (port) => ["scripts/bench/ceiling.ts", JSON.stringify(ceilingOptions(port))]),
    direct: await startServer(running, door, () => direct),
    unlogged: await startServer(running, { ...door, CALL_LOG: "false" }, () => direct),
    next: await startServer(running, door, (port) => [...next, String(port)]),
  };

  const headers = { key, "content-type": "application/json" };
  const reads = cids.map((cid) => ({ method: "GET" as const, path: `/v2/contracts/${cid}`, headers }));
  const create = (path: string) => [{ method: "POST" as const, path, headers, body: JSON.stringify(newContract) }];
  const loads = {
    ceiling: [servers.ceiling, reads],
    direct: [servers.direct, reads],
    unlogged: [servers.unlogged, reads],
    next: [servers.next, reads],
    preview: [servers.direct, create("/v2/contracts?preview=true")],
    create: [servers.direct, create("/v2/contracts")],
  } as const;
  type Name = keyof typeof loads;
  const names = Object.keys(loads) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as Record<Name, Run[]>;
  // In turns, as the machine gets slower and faster meanwhile; the first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const [url, requests] = loads[name];
      const result = await autocannon({ url, connections, duration: seconds, requests: [...requests] });
      // Refusals are cheap and would flatter.
      if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${name} failed`);
      const { p50, p99 } = result.latency;
      if (round > 0) runs[name].push({ requestsPerSecond: result.requests.total / result.duration, p50, p99 });
    }
  }

  const ratios = (one: Name, other: Name) =>
    runs[one].map((run, round) => run.requestsPerSecond / (runs[other][round]?.requestsPerSecond ?? Number.NaN));
  const [ofCeiling, ofNext, logCosts] = [
    ratios("direct", "ceiling"),
    ratios("direct", "next"),
    ratios("direct", "unlogged").map((share) => 1 - share),
  ];
  const row = (called: string, name: Name) => {
    const middle = (of: keyof Run) => Math.round(median(runs[name].map((run) => run[of]))).toLocaleString("en");
    return [called, middle("requestsPerSecond"), middle("p50"), middle("p99")];
  };
  return [
    describeMachine(postgresVersion, ["next", "fastify", "postgres", "autocannon"]),
    "",
    `${connections} connections, ${cids.length} contracts read in turn, ${rounds} rounds of ${seconds} s for each, medians.`,
    "",
    ...describeGoals([
      {
        goal: "The direct door reaches at least 60 % of the ceiling",
        measured: withHalf(ofCeiling, percent),
        met: median(ofCeiling) >= 0.6,
      },
      {
        goal: "The direct door is at least 5 times as fast as Next's",
        measured: withHalf(ofNext, (ratio) => `${ratio.toFixed(1)} times`),
        met: median(ofNext) >= 5,
      },
      { goal: "The call log costs at most 10 % of the throughput", measured: withHalf(logCosts, percent), met: median(logCosts) <= 0.1 },
    ]),
    "",
    ...table(
      ["", "requests/s", "p50 ms", "p99 ms"],
      [
        row("`GET /contracts/{id}`, bare Fastify (ceiling)", "ceiling"),
        row("direct door", "direct"),
        row("direct door, call log off", "unlogged"),
        row("Next's door", "next"),
        row("`POST /contracts?preview=true`, direct door", "preview"),
        row("`POST /contracts`, direct door", "create"),
      ],
    ),
  ].join("\n");
}
