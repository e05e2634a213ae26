import type { Latency, Stage } from "#scripts/bench/deliveries-load.ts";
import {
  fillQueue,
  measureDeadEndpoint,
  measureSustained,
  openStage,
  steadyRate,
  usualPerTransaction,
  waitUntilDelivered,
} from "#scripts/bench/deliveries-load.ts";
import { describeGoals, describeMachine, median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import type { Running } from "#server/lifecycle.ts";

const usualRounds = 7;
const usualSeconds = 60;
/** Deliveries in a round for each requested second. */
const deliveriesPerSecond = 1_000;

/** Measures the delivery of events, beside a ceiling and under steady load; returns the section as Markdown. */
export async function measureDeliveries(
  running: Running,
  settings: Record<string, string>,
  { rounds: roundCount = usualRounds, seconds = usualSeconds }: BenchOptions,
): Promise<string> {
  const rounds = Math.min(roundCount, 3);
  const stage = await openStage(running, settings);
  const deliveries = seconds * deliveriesPerSecond;
  const drained = {
    one: await compareDrains(stage, 1, { rounds, deliveries }),
    many: await compareDrains(stage, stage.subscribers.length, { rounds, deliveries }),
  };
  const sustained = {
    one: await measureSustained(stage, 1, seconds),
    many: await measureSustained(stage, stage.subscribers.length, seconds),
  };
  const deadSeconds = Math.ceil(seconds / 3);
  const dead = await measureDeadEndpoint(stage, {
    rounds: roundCount,
    seconds: deadSeconds,
    rate: sustained.many.half.eventsPerSecond,
  });
  const [server] = await stage.sql<{ version: string }[]>`select current_setting('server_version') as version`;

  const many = `${stage.subscribers.length} webhooks`;
  const ofCeiling = Math.min(drained.one.ofCeiling, drained.many.ofCeiling);
  const steady = [sustained.one.steady, sustained.many.steady];
  const [steadyHalf, steadySlowest] = [Math.max(...steady.map(({ p50 }) => p50)), Math.max(...steady.map(({ p99 }) => p99))];
  const slowest = Math.max(sustained.one.half.p99, sustained.many.half.p99);
  return [
    describeMachine(server?.version ?? "", ["postgres", "undici"]),
    "",
    ...describeGoals([
      { goal: "The runner reaches at least 40 % of the ceiling", measured: percent(ofCeiling), met: ofCeiling >= 0.4 },
      {
        goal: `At ${steadyRate} events/s, half of them arrive within 5 ms of their commit, and 99 % within 25 ms`,
        measured: `${milliseconds(steadyHalf)} and ${milliseconds(steadySlowest)}`,
        met: steadyHalf <= 5 && steadySlowest <= 25,
      },
      {
        goal: "At half of its own full speed, 99 % arrive within 250 ms of their commit",
        measured: milliseconds(slowest),
        met: slowest < 250,
      },
      {
        goal: `One dead endpoint among ${many} adds at most 20 % to the others' p99`,
        measured: withHalf(dead.growth, percent),
        met: median(dead.growth) <= 0.2,
      },
    ]),
    "",
    `A queue of ${deliveries.toLocaleString("en")} deliveries, ${rounds} rounds, medians:`,
    "",
    ...table(
      ["Emptying a queue", "ceiling, deliveries/s", "runner, deliveries/s", "of the ceiling"],
      [
        ["1 webhook", ...drainCells(drained.one)],
        [many, ...drainCells(drained.many)],
      ],
    ),
    "",
    `Events committed and delivered by one instance for ${seconds} s, ${usualPerTransaction} to a transaction:`,
    "",
    ...table(
      ["From commit to arrival", "events/s", "p50 ms", "p99 ms"],
      [
        ["1 webhook, full speed", ...latencyCells(sustained.one.full)],
        ["1 webhook, half of it", ...latencyCells(sustained.one.half)],
        [`1 webhook, ${steadyRate} events/s, each committed by itself`, ...latencyCells(sustained.one.steady)],
        [`${many}, full speed`, ...latencyCells(sustained.many.full)],
        [`${many}, half of it`, ...latencyCells(sustained.many.half)],
        [`${many}, ${steadyRate} events/s, each committed by itself`, ...latencyCells(sustained.many.steady)],
        [`${many}, half of it, all but one (${roundCount} rounds of ${deadSeconds} s)`, ...latencyCells(dead.without)],
        ["the same, while that one is dead", ...latencyCells(dead.with)],
      ],
    ),
  ].join("\n");
}

const whole = (number: number) => Math.round(number).toLocaleString("en");
const milliseconds = (duration: number) => `${duration.toFixed(1)} ms`;
const drainCells = ({ ceiling, runner, ofCeiling }: Drained) => [whole(ceiling), whole(runner), percent(ofCeiling)];
const latencyCells = ({ eventsPerSecond, p50, p99 }: Latency) => [whole(eventsPerSecond), p50.toFixed(1), p99.toFixed(1)];

/** Deliveries per second out of a full queue: medians, and the median of each round's ratio. */
interface Drained {
  ceiling: number;
  runner: number;
  ofCeiling: number;
}

/** Lets the ceiling and the runner empty the same queue in turns, with progress messages. */
async function compareDrains(
  stage: Stage,
  webhooks: number,
  { rounds, deliveries }: { rounds: number; deliveries: number },
): Promise<Drained> {
  const subscribers = stage.subscribers.slice(0, webhooks);
  const contenders = {
    ceiling: () =>
      stage.ceiling.call("drain", {
        databaseUrl: stage.settings["DATABASE_URL"] ?? "",
        databaseSocket: stage.settings["DATABASE_SOCKET"] ?? "",
      }),
    runner: async () => {
      await stage.instance.call("start", undefined);
      await waitUntilDelivered(stage);
      await stage.instance.call("stop", undefined);
    },
  };
  const rates = { ceiling: [] as number[], runner: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of ["ceiling", "runner"] as const) {
      await fillQueue(stage.sql, subscribers, deliveries);
      await stage.receiver.call("forget", undefined);
      await contenders[name]();
      const { at } = await stage.receiver.call("read", undefined);
      if (at.length !== deliveries) throw new Error(`${at.length} of ${deliveries} deliveries arrived`);
      const rate = (at.length / ((at.at(-1) ?? 0) - (at[0] ?? 0))) * 1000;
      rates[name].push(rate);
      console.log(`webhooks: ${webhooks}, round ${round} of ${rounds}: ${name} ${Math.round(rate)} deliveries/s`);
    }
  }
  const ratios = rates.runner.map((rate, round) => rate / (rates.ceiling[round] ?? Number.NaN));
  return { ceiling: median(rates.ceiling), runner: median(rates.runner), ofCeiling: median(ratios) };
}
