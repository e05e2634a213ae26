import type { Production } from "#scripts/bench/events/instance.ts";
import { measureLatency } from "#scripts/bench/events/latency.ts";
import type { Latency } from "#scripts/bench/events/latency.ts";
import { waitUntilDelivered } from "#scripts/bench/events/stage.ts";
import type { Stage } from "#scripts/bench/events/stage.ts";
import { urlOf } from "#scripts/bench/events/subject.ts";
import type { Subscriber } from "#scripts/bench/events/subject.ts";
import { median } from "#scripts/bench/figures.ts";

/** How many events a transaction causes: more than a call, fewer than a bulk action. */
export const usualPerTransaction = 10;
/** A steady load, of calls that cause an event each. */
export const steadyRate = 150;
/** How many wait at full speed: enough that nobody is idle. */
const waiting = 1_000;

/** From commit to first attempt: at full speed, at half of that, and at a steady rate, one event to a transaction. */
export interface Sustained {
  full: Latency;
  half: Latency;
  steady: Latency;
}

/** Has an instance cause events as fast as it delivers them, then half as fast, and then at a steady rate. */
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

/** What one dead endpoint among many does to the others: latencies of these, in turns without and with it. */
export interface DeadEndpoint {
  without: Latency;
  with: Latency;
  /** How much longer the slowest hundredth takes, in each round. */
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
    // Which comes first changes, so that a machine that gets slower is held against neither.
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

/** Causes events of these subscribers at a steady rate, whatever else the instance does, and does not wait for what is queued for others. */
export async function runSteady(
  stage: Stage,
  subscribers: readonly Subscriber[],
  { seconds, except }: { seconds: number; except: readonly string[] },
): Promise<Latency> {
  await stage.receiver.call("forget", undefined);
  await stage.instance.call("start", undefined);
  const worldIds = subscribers.map(({ worldId }) => worldId);
  const committed = await stage.instance.call("produce", { worldIds, seconds, rate: steadyRate, waiting, perTransaction: 1 });
  await waitUntilDelivered(stage, except);
  return measureLatency(stage.sql, committed, await stage.receiver.call("read", undefined), subscribers);
}

/** Commits events for these subscribers, and tells how long those of `observed` took. */
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
