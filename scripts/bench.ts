import { parseArgs } from "node:util";
import { z } from "zod";
import { openDatabase } from "#scripts/bench/database.ts";
import { ratio, summarize } from "#scripts/bench/figures.ts";
import { compare, contender } from "#scripts/bench/measure.ts";
import { percent, writeReport } from "#scripts/bench/report.ts";
import { startServers } from "#scripts/bench/servers.ts";
import { buildIfStale } from "#scripts/build.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import { completeEnvironment } from "#scripts/settings.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
  },
});
const count = z.coerce.number().int().positive();
const options = z.object({ rounds: count, seconds: count, connections: count }).parse(values);
const { connections } = options;

await runUntilStopped(async (running) => {
  await buildIfStale(running);
  const settings = { ...(await openDatabase(running)), APP_SECRET: "a-secret-of-the-benchmark-that-guards-nothing", LOG_LEVEL: "error" };
  // One connection, which then knows every statement that was prepared.
  completeEnvironment({ ...settings, DATABASE_POOL: "1" });
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
    options,
  );
  const writes = await compare(
    { preview: contender(servers.direct, "/v2/contracts?preview=true", write), create: contender(servers.direct, "/v2/contracts", write) },
    options,
  );

  const readBytes = async (url: string) => (await (await fetch(url + path, { headers: { key } })).arrayBuffer()).byteLength;
  const ofCeiling = ratio(reads.direct, reads.ceiling);
  const ofNext = ratio(reads.direct, reads.next);
  const logCost = 1 - ratio(reads.direct, reads.unlogged);
  const report = writeReport({
    ...options,
    now: new Date(),
    postgresVersion,
    bytes: { ceiling: await readBytes(servers.ceiling.url), door: await readBytes(servers.direct.url) },
    goals: [
      { goal: "The direct door reaches at least 60 % of the ceiling", measured: percent(ofCeiling), met: ofCeiling >= 0.6 },
      { goal: "The direct door is at least 5 times as fast as Next's", measured: `${ofNext.toFixed(1)} times`, met: ofNext >= 5 },
      { goal: "The call log costs at most 10 % of the throughput", measured: percent(logCost), met: logCost <= 0.1 },
    ],
    reads: [
      { name: "bare Fastify (ceiling)", figures: summarize(reads.ceiling), ofCeiling: 1 },
      { name: "direct door", figures: summarize(reads.direct), ofCeiling },
      { name: "direct door, call log off", figures: summarize(reads.unlogged), ofCeiling: ratio(reads.unlogged, reads.ceiling) },
      { name: `direct door, ${keys.length} keys in turn`, figures: summarize(reads.spread), ofCeiling: ratio(reads.spread, reads.ceiling) },
      { name: "Next's door", figures: summarize(reads.next), ofCeiling: ratio(reads.next, reads.ceiling) },
    ],
    writes: [
      { name: "`POST /contracts?preview=true`", figures: summarize(writes.preview) },
      { name: "`POST /contracts`", figures: summarize(writes.create) },
    ],
  });
  console.log(`\n${report}\n\nWritten to docs/benchmarks.md.`);
  running.stop(0);
});
