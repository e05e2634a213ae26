import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import { eventTypes } from "#lib/events/catalogue.ts";
import { pool } from "#scripts/bench/api.ts";
import type { ReceiverMethods } from "#scripts/bench/events-receiver.ts";
import { startServer, startWorker } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, table } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import { retentionOf, tableOf } from "#scripts/bench/retention.ts";
import type { Retention } from "#scripts/bench/retention.ts";
import type { Subject } from "#scripts/bench/subject.ts";
import { readLog } from "#scripts/bench/usage.ts";
import type { Running } from "#server/lifecycle.ts";

/** Enough that the first pages of tables and indexes count for little: of 1,000 contracts, each took 5 % more. */
const maxContracts = 20_000;
/** One contract in five is of two bikes for two years, and stays open; the others are of one bike, and end. */
const longEvery = 5;
/** As often as in the model of capacity. */
const claimEvery = 33;
const readsOfContract = 3;
const callersAtOnce = 8;
/** Until a short contract ends: long enough for its calls. */
const shortMs = 60_000;
const lookMs = 2_000;
const dayMs = 86_400_000;
/** After everything that ends. */
const lastDay = 402;

const photoTypes = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];
const photo = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex").toString("base64");

interface Size {
  rows: number;
  dataBytes: number;
  indexBytes: number;
}

/** Lives contracts through over the API, and measures what each leaves in tables, indexes and the write-ahead log, and what ends when. */
export async function measureGrowth(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { contracts }: BenchOptions,
): Promise<string> {
  const count = Math.min(contracts, maxContracts);
  // Imported late: they read the settings.
  const { sql } = await import("#db/client.ts");
  const { env } = await import("#lib/env.ts");
  const { runMaintenance } = await import("#lib/jobs/maintenance.ts");
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const subject = await prepareSubject(running, settings.DATA_DIR);
  const receiver = startWorker<ReceiverMethods>(running, "events-receiver.ts", {});
  const { ports } = await receiver.call("open", 1);
  const hook = `http://localhost:${ports[0]}/`;
  const url = await startServer(running, { ...settings, DATABASE_POOL: String(pool), WEBHOOK_ALLOWED_HOSTS: new URL(hook).host }, () => [
    "e2e/setup/late-pages.ts",
  ]);
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    select 'whk_growth', world_id, 'Growth', ${hook}, true, ${[...eventTypes]}, now(), now() from contracts where cid = ${subject.cids[0] ?? ""}`;

  await sql`vacuum analyze`;
  const before = await readSizes(sql);
  const logBefore = await readLog(sql);
  const lives = Array.from({ length: count }, (_life, index) => index);
  await Promise.all(Array.from({ length: callersAtOnce }, () => liveAll(url, subject, lives)));
  await untilOver(sql);
  const logBytes = (await readLog(sql)) - logBefore;
  await sql`vacuum analyze`;
  const grown = differences(before, await readSizes(sql));

  const left: string[] = [];
  for (const day of [1, env.CALL_LOG_DAYS, env.DELIVERY_DAYS, lastDay - 1]) {
    await runMaintenance(new Date(Date.now() + (day + 1) * dayMs));
  }
  for (const name of grown.keys()) {
    const [found] = await sql<[{ rows: number }]>`select count(*)::int as rows from ${sql(name)}`;
    if (endsOf(name) !== undefined && found.rows > 0) left.push(`${found.rows} of ${name}`);
  }
  const ends: Record<Retention, string> = {
    kept: "kept",
    calls: `${env.CALL_LOG_DAYS} days (\`CALL_LOG_DAYS\`)`,
    traffic: `${env.DELIVERY_DAYS} days (\`DELIVERY_DAYS\`)`,
    answers: "24 hours",
    hours: "400 days",
    moments: "minutes",
  };
  const named = [...grown].filter(([, size]) => size.rows >= count / 1000);
  const order = named.toSorted(([, one], [, other]) => bytesOf(other) - bytesOf(one));
  const total = (retention: Retention) =>
    order.filter(([name]) => retentionOf(name) === retention).reduce((sum, [, size]) => sum + bytesOf(size), 0) / count;
  return [
    describeMachine(subject.postgresVersion, ["postgres"]),
    "",
    `${count.toLocaleString("en")} contracts over the API, each with a preview, an \`Idempotency-Key\` and ${readsOfContract} reads. One in ${longEvery} is of two bikes for two years and stays open; the others are of one bike, and the job ends them. One in ${claimEvery} has a claim with ${photoTypes.length} documents, which are submitted. Every event goes to one webhook. Sizes are those of the tables after \`vacuum\`, less what was there before.`,
    "",
    ...table(
      ["table", "rows of a contract", "data, bytes", "indexes, bytes", "GB a million contracts", "ends after"],
      order.map(([name, size]) => [
        `\`${name}\``,
        (size.rows / count).toFixed(2),
        Math.round(size.dataBytes / count).toLocaleString("en"),
        Math.round(size.indexBytes / count).toLocaleString("en"),
        gigabytes(bytesOf(size) / count),
        ends[retentionOf(name)],
      ]),
    ),
    "",
    ...table(
      ["of a contract", "bytes", "GB a million contracts"],
      [
        ["kept", total("kept")] as const,
        [`ends after ${ends.traffic}`, total("traffic")] as const,
        [`ends after ${ends.calls}`, total("calls")] as const,
        [`ends after ${ends.answers}`, total("answers")] as const,
        ["write-ahead log", logBytes / count] as const,
      ].map(([name, bytes]) => [name, Math.round(bytes).toLocaleString("en"), gigabytes(bytes)]),
    ),
    "",
    ...describeGoals([
      {
        goal: `After maintenance on day ${lastDay}, nothing is left of what ends`,
        measured: left.length === 0 ? "no row" : left.join(", "),
        met: left.length === 0,
      },
    ]),
  ].join("\n");
}

async function liveAll(url: string, subject: Subject, lives: number[]): Promise<void> {
  for (let life = lives.pop(); life !== undefined; life = lives.pop()) await live(url, subject, life);
}

/** A contract as a partner makes it. */
async function live(url: string, { key, newContract, newClaim }: Subject, index: number): Promise<void> {
  const headers = { key, "content-type": "application/json" };
  const send = async <Answer>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(`${url}/v2${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const body = index % longEvery === 0 ? newContract : shorten(newContract);
  await send("POST", "/contracts?preview=true", body);
  const {
    contract: { cid },
  } = await send<{ contract: { cid: string } }>("POST", "/contracts", body, { "idempotency-key": randomUUID() });
  let cpid = "";
  for (let read = 0; read < readsOfContract; read += 1) {
    const found = await send<{ contract: { products: Record<string, unknown> } }>("GET", `/contracts/${cid}`);
    cpid = Object.keys(found.contract.products)[0] ?? "";
  }
  if (index % claimEvery !== 0) return;
  const claimAt = new Date().toISOString();
  const claim = { ...(newClaim as object), contractId: cid, contractProductId: cpid, claimAt };
  const { data } = await send<{ data: { id: string } }>("POST", "/claims", claim);
  const documents = photoTypes.map((type) => ({ type, title: "A photo of the bike", filename: "photo.jpg", content: photo }));
  await send("PUT", `/claims/${data.id}/documents?autoSubmit=true`, documents);
}

/** A rental of a day, which ends while the benchmark runs. */
function shorten(contract: unknown): object {
  const { uid, products } = contract as { uid: string; products: unknown[] };
  const end_date = new Date(Date.now() + shortMs).toISOString();
  return { uid, contract_type: "LCD", end_date, options: ["break", "theft"], products: products.slice(0, 1) };
}

/** Until all short contracts have ended, and every event was delivered. */
async function untilOver(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<[{ open: number; queued: number }]>`
      select (select count(*)::int from contracts where contract_type = 'LCD' and status = 'open') as open,
        (select count(*)::int from delivery_queue) as queued`;
    if (row.open + row.queued === 0) break;
    await pause(lookMs);
  }
  // The call log and the hours are written in batches.
  await pause(lookMs);
}

/** Of all tables, their partitions together. */
async function readSizes(sql: Sql): Promise<Map<string, Size>> {
  const found = await sql<{ name: string; rows: number; data: number; indexes: number }[]>`
    select relname as name, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid)::float8 as data, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const sizes = new Map<string, Size>();
  for (const { name, rows, data, indexes } of found) {
    const { rows: sum, dataBytes, indexBytes } = sizes.get(tableOf(name)) ?? { rows: 0, dataBytes: 0, indexBytes: 0 };
    sizes.set(tableOf(name), { rows: sum + rows, dataBytes: dataBytes + data, indexBytes: indexBytes + indexes });
  }
  return sizes;
}

function differences(before: ReadonlyMap<string, Size>, after: ReadonlyMap<string, Size>): Map<string, Size> {
  const grown = new Map<string, Size>();
  for (const [name, { rows, dataBytes, indexBytes }] of after) {
    const earlier = before.get(name) ?? { rows: 0, dataBytes: 0, indexBytes: 0 };
    const size = { rows: rows - earlier.rows, dataBytes: dataBytes - earlier.dataBytes, indexBytes: indexBytes - earlier.indexBytes };
    if (bytesOf(size) > 0) grown.set(name, size);
  }
  return grown;
}

function endsOf(name: string): Retention | undefined {
  const retention = retentionOf(name);
  // A table of moments is never empty while an instance runs.
  return retention === "kept" || retention === "moments" ? undefined : retention;
}

function bytesOf({ dataBytes, indexBytes }: Size): number {
  return dataBytes + indexBytes;
}

/** Of a million contracts, by the bytes of one. */
function gigabytes(bytes: number): string {
  return (bytes / 1000).toFixed(2);
}
