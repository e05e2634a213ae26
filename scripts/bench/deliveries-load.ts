import postgres from "postgres";
import type { Sql } from "postgres";
import { encodeTime } from "ulid";
import { connectionParameters } from "#db/connection-parameters.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import type { CeilingMethods } from "#scripts/bench/deliveries-ceiling.ts";
import type { Committed, InstanceMethods, Production } from "#scripts/bench/deliveries-instance.ts";
import type { Arrivals, ReceiverMethods } from "#scripts/bench/deliveries-receiver.ts";
import { startWorker } from "#scripts/bench/processes.ts";
import type { Worker } from "#scripts/bench/processes.ts";
import { median } from "#scripts/bench/report.ts";
import type { Running } from "#server/lifecycle.ts";

/** Days with partitions, as after a month of use. */
const daysBefore = 30;
const webhookCount = 50;
const msPerDay = 86_400_000;

/** The participants: the database, the partners' endpoints, the instance that delivers, and the ceiling. */
export interface Stage {
  sql: Sql;
  settings: Record<string, string>;
  subscribers: Subscriber[];
  deadPort: number;
  receiver: Worker<ReceiverMethods>;
  instance: Worker<InstanceMethods>;
  ceiling: Worker<CeilingMethods>;
}

export async function openStage(running: Running, settings: Record<string, string>): Promise<Stage> {
  const sql = postgres(settings["DATABASE_URL"] ?? "", { max: 2, onnotice: () => undefined, connection: connectionParameters });
  running.onStop(() => sql.end());
  const now = Date.now();
  for (let back = daysBefore; back >= 0; back -= 7) await ensurePartitions(sql, new Date(now - back * msPerDay));
  const receiver = startWorker<ReceiverMethods>(running, "deliveries-receiver.ts", {});
  const { ports, deadPort } = await receiver.call("open", webhookCount);
  const allowedHosts = [...ports, deadPort].map((port) => `localhost:${port}`).join(",");
  return {
    sql,
    settings,
    subscribers: await makeSubscribers(sql, ports),
    deadPort,
    receiver,
    instance: startWorker<InstanceMethods>(running, "deliveries-instance.ts", { ...settings, WEBHOOK_ALLOWED_HOSTS: allowedHosts }),
    ceiling: startWorker<CeilingMethods>(running, "deliveries-ceiling.ts", {}),
  };
}

/** Returns once nothing waits except for the webhooks in `except`. */
export async function waitUntilDelivered({ sql }: Stage, except: readonly string[] = []): Promise<void> {
  const isDone = async () =>
    (await sql`select from delivery_queue where webhook_id <> all(${except as string[]}::text[]) limit 1`).length === 0;
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, pollMs));
}

const pollMs = 100;

export interface Subscriber {
  worldId: number;
  webhookId: string;
  url: string;
}

/** Creates webhooks for v2.contract.created, each in its own world with its own endpoint. */
async function makeSubscribers(sql: Sql, ports: readonly number[]): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  for (const port of ports) {
    const name = `subscriber ${port}`;
    const webhookId = `whk_${port}`;
    const url = urlOf(port);
    await sql`insert into partners (id, name, created_at) values (${name}, ${name}, now())`;
    const [world] = await sql<{ id: number }[]>`insert into worlds (partner_id, environment) values (${name}, 'production') returning id`;
    if (world === undefined) throw new Error("there is no world");
    await sql`
      insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
      values (${webhookId}, ${world.id}, ${name}, ${url}, true, '{v2.contract.created}', now(), now())`;
    subscribers.push({ worldId: world.id, webhookId, url });
  }
  return subscribers;
}

function urlOf(port: number): string {
  return `http://localhost:${port}/`;
}

let fillings = 0;

/** Queues due deliveries for the subscribers in turn, as `emit` does. */
export async function fillQueue(sql: Sql, subscribers: readonly Subscriber[], count: number): Promise<void> {
  fillings += 1;
  const now = new Date();
  const beginning = encodeTime(now.getTime(), 10);
  const payload = JSON.stringify({ event_type: "v2.contract.created", data: eventSamples["v2.contract.created"] });
  await sql`truncate delivery_queue`;
  await sql`
    with numbers as (
      select n, ${beginning} || lpad(${fillings}::text, 4, '0') || lpad(n::text, 12, '0') as id, s.world_id, s.webhook_id from generate_series(0, ${count - 1}::int) n
      join unnest(${subscribers.map(({ worldId }) => worldId)}::int[], ${subscribers.map(({ webhookId }) => webhookId)}::text[])
        with ordinality as s (world_id, webhook_id, number) on s.number = n % ${subscribers.length} + 1
    ), told as (
      insert into events (id, world_id, event_type, subject_id, payload, created_at)
      select 'evt_' || id, world_id, 'v2.contract.created', 'bench', ${payload}, ${now} from numbers order by n
    ), sent as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
      select 'dlv_' || id, world_id, webhook_id, 'evt_' || id, 'v2.contract.created', 'pending', ${now}, ${now}, ${now}
      from numbers order by n
    )
    insert into delivery_queue (delivery_id, event_id, webhook_id, due_at)
    select 'dlv_' || id, 'evt_' || id, webhook_id, ${now} + n * interval '1 microsecond' from numbers order by n`;
  await sql`vacuum analyze delivery_queue, events, deliveries, delivery_attempts`;
}

/** Events per transaction: more than a call's, fewer than a bulk action's. */
export const usualPerTransaction = 10;
/** Events per second of a steady load, one per call. */
export const steadyRate = 150;
/** Deliveries that wait at full speed, so that no worker is idle. */
const waiting = 1_000;

/** From commit to first attempt: at full speed, at half of it, and at a steady rate with one event per transaction. */
export interface Sustained {
  full: Latency;
  half: Latency;
  steady: Latency;
}

/** Lets an instance emit events as fast as it delivers them, then half as fast, and then at a steady rate. */
export async function measureSustained(stage: Stage, webhooks: number, seconds: number): Promise<Sustained> {
  const subscribers = stage.subscribers.slice(0, webhooks);
  const full = await run(stage, subscribers, subscribers, { seconds, rate: null });
  console.log(`webhooks: ${webhooks}, full speed: ${describe(full)}`);
  const half = await run(stage, subscribers, subscribers, { seconds, rate: full.eventsPerSecond / 2 });
  console.log(`webhooks: ${webhooks}, half of it: ${describe(half)}`);
  const steady = await run(stage, subscribers, subscribers, { seconds, rate: steadyRate, perTransaction: 1 });
  console.log(`webhooks: ${webhooks}, steady: ${describe(steady)}`);
  return { full, half, steady };
}

/** The effect of one dead endpoint on the others: their latencies in turns without and with it. */
export interface DeadEndpoint {
  without: Latency;
  with: Latency;
  growth: number[];
}

export async function measureDeadEndpoint(
  stage: Stage,
  { rounds, seconds, rate }: { rounds: number; seconds: number; rate: number },
): Promise<DeadEndpoint> {
  const [dying, ...others] = stage.subscribers as [Subscriber, ...Subscriber[]];
  const measured: { without: Latency; with: Latency }[] = [];
  const runHealthy = () => run(stage, stage.subscribers, others, { seconds, rate });
  async function runWithDead(): Promise<Latency> {
    await stage.sql`update webhooks set url = ${urlOf(stage.deadPort)} where id = ${dying.webhookId}`;
    const latency = await runHealthy();
    await stage.sql`delete from delivery_queue where webhook_id = ${dying.webhookId}`;
    await stage.sql`update webhooks set url = ${dying.url} where id = ${dying.webhookId}`;
    return latency;
  }
  for (let round = 1; round <= rounds; round += 1) {
    // The order alternates, so that a machine that slows down affects both equally.
    const early = round % 2 === 0 ? await runWithDead() : await runHealthy();
    const late = round % 2 === 0 ? await runHealthy() : await runWithDead();
    const [without, withDead] = round % 2 === 0 ? [late, early] : [early, late];
    console.log(`dead endpoint, round ${round} of ${rounds}: without ${describe(without)}; with ${describe(withDead)}`);
    measured.push({ without, with: withDead });
  }
  return {
    without: middle(measured.map(({ without }) => without)),
    with: middle(measured.map((round) => round.with)),
    growth: measured.map((round) => round.with.p99 / round.without.p99 - 1),
  };
}

function middle(latencies: readonly Latency[]): Latency {
  return {
    events: latencies.reduce((sum, { events }) => sum + events, 0),
    eventsPerSecond: median(latencies.map(({ eventsPerSecond }) => eventsPerSecond)),
    p50: median(latencies.map(({ p50 }) => p50)),
    p99: median(latencies.map(({ p99 }) => p99)),
  };
}

/** Commits events for these subscribers, and returns the latencies of those of `observed`. */
async function run(
  stage: Stage,
  subscribers: readonly Subscriber[],
  observed: readonly Subscriber[],
  {
    seconds,
    rate,
    perTransaction = usualPerTransaction,
  }: Pick<Production, "seconds" | "rate"> & Partial<Pick<Production, "perTransaction">>,
): Promise<Latency> {
  await stage.sql`truncate delivery_queue`;
  await stage.sql`vacuum analyze delivery_queue`;
  await stage.receiver.call("forget", undefined);
  await stage.instance.call("start", undefined);
  const worldIds = subscribers.map(({ worldId }) => worldId);
  const committed = await stage.instance.call("produce", { worldIds, seconds, rate, waiting, perTransaction });
  const unobserved = subscribers.filter((each) => !observed.includes(each)).map(({ webhookId }) => webhookId);
  await waitUntilDelivered(stage, unobserved);
  await stage.instance.call("stop", undefined);
  return measureLatency(stage.sql, committed, await stage.receiver.call("read", undefined), observed);
}

function describe({ eventsPerSecond, p50, p99 }: Latency): string {
  return `${Math.round(eventsPerSecond)} events/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** From commit to arrival in milliseconds, and arrivals per second. */
export interface Latency {
  events: number;
  eventsPerSecond: number;
  p50: number;
  p99: number;
}

/** The latencies of committed events at these subscribers; throws if one did not arrive. */
async function measureLatency(
  sql: Sql,
  { subjects, at, seconds }: Committed,
  arrivals: Arrivals,
  subscribers: readonly Subscriber[],
): Promise<Latency> {
  const committedAt = new Map(subjects.map((subject, index) => [subject, at[index] ?? Number.NaN]));
  const arrivedAt = new Map(arrivals.eventIds.map((id, index) => [id, arrivals.at[index] ?? Number.NaN]));
  const events = await sql<{ id: string; subjectId: string }[]>`
    select id, subject_id as "subjectId" from events
    where subject_id = any(${subjects}::text[]) and world_id = any(${subscribers.map(({ worldId }) => worldId)}::int[])`;
  const waits = events.map(({ id, subjectId }) => (arrivedAt.get(id) ?? Number.NaN) - (committedAt.get(subjectId) ?? Number.NaN));
  const missing = waits.filter(Number.isNaN).length;
  if (missing > 0) throw new Error(`${missing} of ${waits.length} events did not arrive`);
  const sorted = Float64Array.from(waits).toSorted();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { events: events.length, eventsPerSecond: events.length / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}
