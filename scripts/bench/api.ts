import { ratio, summarize } from "#scripts/bench/figures.ts";
import type { Figures } from "#scripts/bench/figures.ts";
import { compare, contender } from "#scripts/bench/measure.ts";
import type { BenchOptions } from "#scripts/bench/options.ts";
import { describeGoals, describeMachine, percent, table } from "#scripts/bench/report.ts";
import { startServers } from "#scripts/bench/servers.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#scripts/lifecycle.ts";

const usualSeconds = 3;

/** Measures reading and creating contracts through each door, against a ceiling; the section as Markdown. */
export async function measureApi(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections, rounds, seconds = usualSeconds }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { keys, cid, newContract, statements, postgresVersion } = await prepareSubject(running, {
    dataDir: settings.DATA_DIR,
    keys: connections,
  });
  const [key] = keys as [string];

  const servers = await startServers(running, settings, statements);
  const path = `/v2/contracts/${cid}`;
  const read = { method: "GET", keys: [key], connections } as const;
  const write = { method: "POST", keys: [key], connections, body: JSON.stringify(newContract) } as const;
  const reads = await compare(
    {
      ceiling: contender(servers.ceiling, path, read),
      direct: contender(servers.direct, path, read),
      unlogged: contender(servers.unlogged, path, read),
      next: contender(servers.next, path, read),
      spread: contender(servers.direct, path, { ...read, keys }),
    },
    { rounds, seconds },
  );
  const writes = await compare(
    { preview: contender(servers.direct, "/v2/contracts?preview=true", write), create: contender(servers.direct, "/v2/contracts", write) },
    { rounds, seconds },
  );

  const readBytes = async (url: string) => (await (await fetch(url + path, { headers: { key } })).arrayBuffer()).byteLength;
  const bytes = { ceiling: await readBytes(servers.ceiling.url), door: await readBytes(servers.direct.url) };
  const ofCeiling = ratio(reads.direct, reads.ceiling);
  const ofNext = ratio(reads.direct, reads.next);
  const logCost = 1 - ratio(reads.direct, reads.unlogged);
  return [
    describeMachine(postgresVersion, ["next", "fastify", "postgres", "autocannon"]),
    "",
    `${connections} connections, ${rounds} rounds of ${seconds} s for each, medians. An answer has ${bytes.ceiling} bytes from the ceiling and ${bytes.door} from the doors.`,
    "",
    ...describeGoals([
      { goal: "The direct door reaches at least 60 % of the ceiling", measured: percent(ofCeiling), met: ofCeiling >= 0.6 },
      { goal: "The direct door is at least 5 times as fast as Next's", measured: `${ofNext.toFixed(1)} times`, met: ofNext >= 5 },
      { goal: "The call log costs at most 10 % of the throughput", measured: percent(logCost), met: logCost <= 0.1 },
    ]),
    "",
    ...table(
      ["`GET /contracts/{id}`", "of the ceiling", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      [
        ["bare Fastify (ceiling)", percent(1), ...cells(summarize(reads.ceiling))],
        ["direct door", percent(ofCeiling), ...cells(summarize(reads.direct))],
        ["direct door, call log off", percent(ratio(reads.unlogged, reads.ceiling)), ...cells(summarize(reads.unlogged))],
        [`direct door, ${keys.length} keys in turn`, percent(ratio(reads.spread, reads.ceiling)), ...cells(summarize(reads.spread))],
        ["Next's door", percent(ratio(reads.next, reads.ceiling)), ...cells(summarize(reads.next))],
      ],
    ),
    "",
    ...table(
      ["Direct door, call log on", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      [
        ["`POST /contracts?preview=true`", ...cells(summarize(writes.preview))],
        ["`POST /contracts`", ...cells(summarize(writes.create))],
      ],
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
