import { openStage, runSteady, steadyRate } from "#scripts/bench/events-load.ts";
import type { Latency } from "#scripts/bench/events-load.ts";
import { startWorker } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import type { SandboxMethods } from "#scripts/bench/sandbox-worker.ts";
import type { Running } from "#server/lifecycle.ts";

const usualRounds = 3;
const usualSeconds = 20;
const progressMs = 1_000;

/**
 * Measures a jump of a sandbox clock over many due contracts, and its effect on the deliveries of others; returns the section as Markdown.
 */
export async function measureSandbox(
  running: Running,
  settings: Record<string, string>,
  { rounds = usualRounds, seconds = usualSeconds, contracts }: BenchOptions,
): Promise<string> {
  const stage = await openStage(running, settings);
  const [own, ...others] = stage.subscribers;
  if (own === undefined) throw new Error("there are no subscribers");
  const worker = startWorker<SandboxMethods>(running, "sandbox-worker.ts", settings);
  const measured: { before: Latency; during: Latency; jumpSeconds: number; told: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const webhookId = await worker.call("prepare", { contracts, url: own.url });
    const before = await runSteady(stage, others, { seconds, except: [webhookId] });
    await stage.instance.call("start", undefined);
    const begun = performance.now();
    await worker.call("move", undefined);
    const told = new Set<number>();
    let jumpSeconds = Number.NaN;
    const watch = async () => {
      for (;;) {
        const remaining = await worker.call("readRemaining", undefined);
        if (remaining === null) break;
        told.add(remaining);
        await new Promise((resolve) => setTimeout(resolve, progressMs));
      }
      jumpSeconds = (performance.now() - begun) / 1000;
    };
    const watched = watch();
    const during = await runSteady(stage, others, { seconds, except: [webhookId] });
    if (!Number.isNaN(jumpSeconds)) throw new Error("the jump was over before it was measured: ask for more contracts");
    await stage.instance.call("start", undefined);
    await watched;
    await stage.instance.call("stop", undefined);
    const closed = await worker.call("close", undefined);
    if (closed !== contracts) throw new Error(`${closed} of ${contracts} contracts were closed`);
    await stage.sql`delete from delivery_queue where webhook_id = ${webhookId}`;
    console.log(
      `jump, round ${round} of ${rounds}: ${jumpSeconds.toFixed(0)} s, told ${told.size} times; p99 ${before.p99.toFixed(1)} ms before, ${during.p99.toFixed(1)} ms during`,
    );
    measured.push({ before, during, jumpSeconds, told: told.size });
  }
  const growth = measured.map(({ before, during }) => during.p99 / before.p99 - 1);
  const [server] = await stage.sql<{ version: string }[]>`select current_setting('server_version') as version`;
  const cells = (pick: (round: (typeof measured)[number]) => Latency) =>
    [median(measured.map((round) => pick(round).p50)), median(measured.map((round) => pick(round).p99))].map((ms) => ms.toFixed(1));
  const jump = median(measured.map(({ jumpSeconds }) => jumpSeconds));
  return [
    describeMachine(server?.version ?? "", ["postgres", "undici"]),
    "",
    ...describeGoals([
      {
        goal: `A jump over ${contracts.toLocaleString("en")} contracts adds at most 20 % to the p99 of other worlds' deliveries`,
        measured: withHalf(growth, percent),
        met: median(growth) <= 0.2,
      },
    ]),
    "",
    `The jump took ${jump.toFixed(0)} s, ${Math.round(contracts / jump).toLocaleString("en")} contracts/s, and told how far it was ${Math.min(...measured.map(({ told }) => told))} times at least, asked every second.`,
    "",
    ...table(
      [`${others.length} webhooks of other worlds, ${steadyRate} events/s, from commit to arrival`, "p50 ms", "p99 ms"],
      [
        ["before", ...cells(({ before }) => before)],
        ["during the jump, by the same instance", ...cells(({ during }) => during)],
      ],
    ),
  ].join("\n");
}
