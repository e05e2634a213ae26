import { divideCores } from "#scripts/bench/cores.ts";
import { median, ratios, summarize } from "#scripts/bench/figures.ts";
import type { Figures } from "#scripts/bench/figures.ts";
import type { LoadMethods } from "#scripts/bench/load.ts";
import { compare, contender } from "#scripts/bench/measure.ts";
import type { BenchOptions } from "#scripts/bench/options.ts";
import { describeGoals, describeMachine, percent, table, withHalf } from "#scripts/bench/report.ts";
import { startServers } from "#scripts/bench/servers.ts";
import { startWorker } from "#scripts/bench/worker.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#scripts/lifecycle.ts";

// Short and many: the machine's speed changes from one second to another, and a round is to have the same for all.
const usualRounds = 30;
const usualSeconds = 1;

/** Measures reading and creating contracts through each door, against a ceiling; the section as Markdown. */
export async function measureApi(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections, rounds = usualRounds, seconds = usualSeconds }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { keys, cids, newContract, statements, postgresVersion } = await prepareSubject(running, {
    dataDir: settings.DATA_DIR,
    keys: connections,
  });
  const [key] = keys as [string];

  const cores = divideCores();
  // In a process of its own that stays: a new one would take the processor for itself while it warms up.
  const from = startWorker<LoadMethods>(running, "load.ts", {});
  const servers = await startServers(running, settings, { statements, forServer: cores.forServer });
  const paths = cids.map((cid) => `/v2/contracts/${cid}`);
  const read = { method: "GET", paths, keys: [key], connections } as const;
  const write = { method: "POST", keys: [key], connections, body: JSON.stringify(newContract) } as const;
  const reads = await compare(
    {
      ceiling: contender(from, servers.ceiling, read),
      direct: contender(from, servers.direct, read),
      unlogged: contender(from, servers.unlogged, read),
      next: contender(from, servers.next, read),
      spread: contender(from, servers.direct, { ...read, keys }),
    },
    { rounds, seconds },
  );
  const writes = await compare(
    {
      preview: contender(from, servers.direct, { ...write, paths: ["/v2/contracts?preview=true"] }),
      // Both with a header that the load has to make for each request, of which only one means something.
      create: contender(from, servers.direct, { ...write, paths: ["/v2/contracts"], ownHeader: "x-request-id" }),
      once: contender(from, servers.direct, { ...write, paths: ["/v2/contracts"], ownHeader: "idempotency-key" }),
    },
    { rounds, seconds },
  );

  cores.share();

  const readBytes = async (url: string) => (await (await fetch(`${url}${paths[0]}`, { headers: { key } })).arrayBuffer()).byteLength;
  const bytes = { ceiling: await readBytes(servers.ceiling.url), door: await readBytes(servers.direct.url) };
  const ofCeiling = ratios(reads.direct, reads.ceiling);
  const ofNext = ratios(reads.direct, reads.next);
  const logCosts = ratios(reads.direct, reads.unlogged).map((share) => 1 - share);
  const keyCosts = ratios(writes.create, writes.once).map((ratio) => ratio - 1);
  const [share, times, logCost, keyCost] = [median(ofCeiling), median(ofNext), median(logCosts), median(keyCosts)];
  return [
    describeMachine(postgresVersion, ["next", "fastify", "postgres", "autocannon"]),
    "",
    `${connections} connections, ${cids.length} contracts read in turn, ${rounds} rounds of ${seconds} s for each, medians. ${cores.described} An answer has ${bytes.ceiling} bytes from the ceiling and ${bytes.door} from the doors.`,
    "",
    ...describeGoals([
      { goal: "The direct door reaches at least 60 % of the ceiling", measured: withHalf(ofCeiling, percent), met: share >= 0.6 },
      {
        goal: "The direct door is at least 5 times as fast as Next's",
        measured: withHalf(ofNext, (ratio) => `${ratio.toFixed(1)} times`),
        met: times >= 5,
      },
      { goal: "A write with an Idempotency-Key costs at most 15 % more", measured: withHalf(keyCosts, percent), met: keyCost <= 0.15 },
      { goal: "The call log costs at most 10 % of the throughput", measured: withHalf(logCosts, percent), met: logCost <= 0.1 },
    ]),
    "",
    ...table(
      ["`GET /contracts/{id}`", "of the ceiling", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      [
        ["bare Fastify (ceiling)", percent(1), ...cells(summarize(reads.ceiling))],
        ["direct door", percent(share), ...cells(summarize(reads.direct))],
        ["direct door, call log off", percent(median(ratios(reads.unlogged, reads.ceiling))), ...cells(summarize(reads.unlogged))],
        [
          `direct door, ${keys.length} keys in turn`,
          percent(median(ratios(reads.spread, reads.ceiling))),
          ...cells(summarize(reads.spread)),
        ],
        ["Next's door", percent(median(ratios(reads.next, reads.ceiling))), ...cells(summarize(reads.next))],
      ],
    ),
    "",
    ...table(
      ["Direct door, call log on", "requests/s", "p50 ms", "p99 ms", "server CPU per request"],
      [
        ["`POST /contracts?preview=true`", ...cells(summarize(writes.preview))],
        ["`POST /contracts`", ...cells(summarize(writes.create))],
        ["`POST /contracts` with an `Idempotency-Key`", ...cells(summarize(writes.once))],
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
