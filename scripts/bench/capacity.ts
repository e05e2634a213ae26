import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import type { Request } from "autocannon";
import { direct, pool } from "#scripts/bench/api.ts";
import { boundary, formOf } from "#scripts/bench/claims.ts";
import type { ReceiverMethods } from "#scripts/bench/events-receiver.ts";
import { startProcess, startWorker } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, percent, table } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import { costBetween, idleMs, openMeter, perSecond } from "#scripts/bench/usage.ts";
import type { Cost, Meter } from "#scripts/bench/usage.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#server/lifecycle.ts";

/** What comes with a contract, as in a rental shop's year. Change it to your own figures. */
const perContract = { preview: 1, read: 3, create: 1, delivery: 2, claim: 0.03, upload: 0.09 };
type Operation = keyof typeof perContract;

const rates = [10, 1_000, 100_000];
/** Ten times the middle rate is measured, to check the model. */
const checkedRate = 10_000;

/** A machine is planned to be this busy, so that a burst or a lost neighbour does not stop it. */
const busy = 0.6;
const coresOfInstance = 2;
const coresOfPostgres = 32;
const daysOfYear = 365;
const kept = { calls: 30, traffic: 90, answers: 1, rest: daysOfYear };

const defaultSeconds = 20;
const connectionsAtOnce = 8;

/** Measures what each operation costs, derives machines, connections and disk for several rates, and checks the sum against one rate. */
export async function measureCapacity(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { seconds = defaultSeconds }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: they read the settings.
  const { sql } = await import("#db/client.ts");
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { key, cids, newContract, newClaim, claimIds, documentType, postgresVersion } = await prepareSubject(running, settings.DATA_DIR);
  const receiver = startWorker<ReceiverMethods>(running, "events-receiver.ts", {});
  const { ports } = await receiver.call("open", 1);
  const hook = `http://localhost:${ports[0]}/`;
  const { url, pid } = await startProcess(
    running,
    { ...settings, DATABASE_POOL: String(pool), WEBHOOK_ALLOWED_HOSTS: new URL(hook).host },
    () => direct,
  );
  const meter = await openMeter(sql, pid, settings.DATA_DIR);

  const json = { key, "content-type": "application/json" };
  const form = { key, "content-type": `multipart/form-data; boundary=${boundary}` };
  const post = (path: string, body: unknown): Request => ({ method: "POST", path, headers: json, body: JSON.stringify(body) });
  const create: Request = {
    ...post("/v2/contracts", newContract),
    setupRequest: (request) => ({ ...request, headers: { ...request.headers, "idempotency-key": randomUUID() } }),
  };
  const requests: Record<Exclude<Operation, "delivery">, Request[]> = {
    read: cids.map((cid) => ({ method: "GET", path: `/v2/contracts/${cid}`, headers: json })),
    preview: [post("/v2/contracts?preview=true", newContract)],
    create: [create],
    claim: [post("/v2/claims", newClaim)],
    upload: claimIds.map((id) => ({ method: "PUT", path: `/v2/claims/${id}/documents`, headers: form, body: formOf(documentType) })),
  };

  const settled = async (): Promise<void> => {
    do await pause(2_000);
    while ((await sql`select from delivery_queue limit 1`).length > 0);
  };
  const idle = await measureIdle(meter, settled);
  const measure = async (asked: Request[]): Promise<Cost> => {
    const send = () => autocannon({ url, connections: connectionsAtOnce, duration: seconds, requests: asked });
    await autocannon({ url, connections: connectionsAtOnce, amount: 500, requests: asked });
    await settled();
    const before = await meter.read();
    const { requests: sent, non2xx, errors } = await send();
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${asked[0]?.path} failed`);
    await settled();
    return costBetween(before, await meter.read(), sent.total, idle);
  };
  const costs = {} as Record<Operation, Cost>;
  for (const name of ["read", "preview", "create", "claim"] as const) costs[name] = await measure(requests[name]);
  costs.upload = await measure(requests.upload.slice(0, connectionsAtOnce));
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    select 'whk_capacity', world_id, 'Capacity', ${hook}, true, '{v2.contract.created}', now(), now() from contracts where cid = ${cids[0] ?? ""}`;
  const delivered = await measure(requests.create);
  costs.delivery = difference(delivered, costs.create);

  const check = await checkRate({ url, meter, settled, requests, seconds, idle });
  const predicted = predict(costs, check.perMinute, { claim: 0, upload: 0, delivery: 1 });
  return [
    describeMachine(postgresVersion, ["postgres", "autocannon"]),
    "",
    `Each operation for ${seconds} s over ${connectionsAtOnce} connections, the processor time of the instance and of Postgres, and what the tables and the write-ahead log grew by, less what an idle installation uses.`,
    "",
    ...table(
      [
        "",
        "instance, ms",
        "Postgres, ms",
        "kept, kB",
        "30 days (call log), kB",
        "90 days (events, deliveries), kB",
        "a day (answers under keys), kB",
        "log, kB",
      ],
      (Object.keys(perContract) as Operation[]).map((name) => describeCost(name, costs[name])),
    ),
    "",
    ...table(
      [
        "contracts a minute",
        "cores of instances",
        "instances of 2 cores",
        "connections",
        "cores of Postgres",
        "log, MB/s",
        "database after a year",
        "documents a year",
      ],
      rates.map((rate) => describeRate(costs, rate)),
    ),
    "",
    `One Postgres of ${coresOfPostgres} cores is ${percent(busy)} busy at ${Math.floor(saturation(costs)).toLocaleString("en")} contracts a minute; instances are added beside it.`,
    "",
    ...describeGoals([
      {
        goal: `At ${checkedRate.toLocaleString("en")} contracts a minute with a preview and three reads each, processor time is what the model says, within 30 %`,
        measured: `${check.perMinute.toLocaleString("en")} a minute came about: instance ${percent(share(check.usage.instance, predicted.instance))}, Postgres ${percent(share(check.usage.postgres, predicted.postgres))} of the model`,
        // A machine that does not reach the rate has not checked it.
        met:
          check.perMinute > 0.9 * checkedRate &&
          [share(check.usage.instance, predicted.instance), share(check.usage.postgres, predicted.postgres)].every(
            (ratio) => ratio > 0.7 && ratio < 1.3,
          ),
      },
    ]),
  ].join("\n");
}

async function measureIdle(meter: Meter, settled: () => Promise<void>): Promise<Cost> {
  await settled();
  const before = await meter.read();
  await pause(idleMs);
  return costBetween(before, await meter.read(), 1);
}

interface Checked {
  url: string;
  meter: Meter;
  settled: () => Promise<void>;
  requests: Record<"create" | "preview" | "read", Request[]>;
  seconds: number;
  idle: Cost;
}

/** Sends contracts, previews and reads side by side at a fixed rate; returns cores in use. */
async function checkRate({ url, meter, settled, requests, seconds, idle }: Checked) {
  await settled();
  const before = await meter.read();
  const runs = (["create", "preview", "read"] as const).map((name) =>
    autocannon({
      url,
      connections: connectionsAtOnce,
      duration: seconds,
      overallRate: Math.round((checkedRate / 60) * perContract[name]),
      requests: requests[name],
    }),
  );
  const [created] = await Promise.all(runs);
  await settled();
  return {
    perMinute: Math.round(((created?.requests.total ?? 0) / (created?.duration ?? 1)) * 60),
    usage: perSecond(costBetween(before, await meter.read(), 1, idle), created?.duration ?? 1),
  };
}

function difference(more: Cost, less: Cost): Cost {
  const names = Object.keys(more) as (keyof Cost)[];
  return Object.fromEntries(names.map((name) => [name, Math.max(0, more[name] - less[name])])) as unknown as Cost;
}

/** Cores in use at a rate, by instances and by Postgres. */
function predict(costs: Record<Operation, Cost>, rate: number, changed: Partial<typeof perContract> = {}) {
  const mix = { ...perContract, ...changed };
  const sum = (of: "instanceMs" | "postgresMs") =>
    ((Object.keys(mix) as Operation[]).reduce((total, name) => total + mix[name] * costs[name][of], 0) * rate) / 60 / 1000;
  return { instance: sum("instanceMs"), postgres: sum("postgresMs") };
}

function saturation(costs: Record<Operation, Cost>): number {
  return (coresOfPostgres * busy) / predict(costs, 1).postgres;
}

function share(measured: number, model: number): number {
  return measured / model;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function describeCost(name: Operation, cost: Cost): string[] {
  return [
    name,
    cost.instanceMs.toFixed(2),
    cost.postgresMs.toFixed(2),
    kilobytes(cost.restBytes),
    kilobytes(cost.callBytes),
    kilobytes(cost.trafficBytes),
    kilobytes(cost.answerBytes),
    kilobytes(cost.logBytes),
  ];
}

function describeRate(costs: Record<Operation, Cost>, rate: number): string[] {
  const { instance, postgres } = predict(costs, rate);
  const instances = Math.ceil(instance / busy / coresOfInstance);
  const perDay = rate * 60 * 24;
  const sum = (of: "restBytes" | "callBytes" | "trafficBytes" | "answerBytes" | "logBytes") =>
    (Object.keys(perContract) as Operation[]).reduce((total, name) => total + perContract[name] * costs[name][of], 0);
  const year =
    perDay *
    (sum("restBytes") * kept.rest + sum("callBytes") * kept.calls + sum("trafficBytes") * kept.traffic + sum("answerBytes") * kept.answers);
  return [
    rate.toLocaleString("en"),
    (instance / busy).toFixed(2),
    String(instances),
    String(instances * pool),
    (postgres / busy).toFixed(2),
    ((sum("logBytes") * rate) / 60 / 1e6).toFixed(2),
    describeBytes(year),
    describeBytes(perDay * daysOfYear * perContract.upload * 2 ** 20),
  ];
}

function describeBytes(bytes: number): string {
  const units = ["MB", "GB", "TB", "PB"];
  let [value, unit] = [bytes / 1e6, 0];
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
