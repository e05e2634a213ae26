import type { Stage } from "#scripts/bench/events/stage.ts";
import { waitUntilDelivered } from "#scripts/bench/events/stage.ts";
import { fillQueue } from "#scripts/bench/events/subject.ts";
import { median } from "#scripts/bench/figures.ts";

/** Deliveries per second out of a queue that was full at the start; medians, and the median of the ratios of each round. */
export interface Drained {
  ceiling: number;
  runner: number;
  ofCeiling: number;
}

/** Has the ceiling and the runner empty the same queue in turns. Tells how far it is. */
export async function compareDrains(
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
