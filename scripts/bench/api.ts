import type { CeilingOptions } from "#scripts/bench/ceiling.ts";
import { measureInTurns } from "#scripts/bench/load.ts";
import { startProcess, startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { BenchOptions, Goal } from "#scripts/bench/report.ts";
import { measureWrites } from "#scripts/bench/writes.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#server/lifecycle.ts";

/** Postgres connections of each server. */
const pool = 10;
/** The options of `npm start`. */
const direct = ["--max-semi-space-size=64", "server.ts"];
const next = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port"];

type Load = "ceiling" | "direct" | "unlogged" | "next" | "create";

/** Measures reading and creating contracts through each door, beside a bare Fastify route; returns the section as Markdown. */
export async function measureApi(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections, rounds = 10, seconds = 3 }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const subject = await prepareSubject(running, settings.DATA_DIR);
  const { key, keyHash, cids, newContract, postgresVersion } = subject;
  const door = { ...settings, DATABASE_POOL: String(pool) };
  const ceilingOptions = (port: number): CeilingOptions => ({
    port,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    databaseSocket: settings["DATABASE_SOCKET"] ?? "",
    pool,
    keyHash,
  });
  const directServer = await startProcess(running, { ...door, WEBHOOK_ALLOWED_HOSTS: "localhost" }, () => direct);
  // Before the others start, which would take its deliveries.
  const writes = await measureWrites(running, { server: directServer, subject, options: ceilingOptions, rounds });
  // They all stay up; an idle server costs nothing.
  const servers = {
    ceiling: await startServer(running, {}, (port) => ["scripts/bench/ceiling.ts", JSON.stringify(ceilingOptions(port))]),
    direct: directServer.url,
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
  const { ratios, row } = await measureInTurns(loads, { connections, rounds, seconds });
  return [
    describeMachine(postgresVersion, ["next", "fastify", "postgres", "autocannon"]),
    "",
    `${connections} connections, ${cids.length} contracts read in turn, ${rounds} rounds of ${seconds} s for each, medians.`,
    "",
    ...describeGoals([...compareDoors(ratios), ...writes.goals]),
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
    "",
    ...writes.table,
  ].join("\n");
}

/** Compares the doors with each other and with the ceiling, by the ratios of their throughput in each round. */
function compareDoors(ratios: (load: Load, base: Load) => number[]): Goal[] {
  const [ofCeiling, ofNext, logCosts] = [
    ratios("direct", "ceiling"),
    ratios("direct", "next"),
    ratios("direct", "unlogged").map((share) => 1 - share),
  ];
  return [
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
  ];
}
