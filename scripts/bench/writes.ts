import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Request } from "autocannon";
import type { CeilingOptions } from "#scripts/bench/ceiling.ts";
import type { ReceiverMethods } from "#scripts/bench/deliveries-receiver.ts";
import type { FloorOptions } from "#scripts/bench/floor.ts";
import { startProcess, startWorker } from "#scripts/bench/processes.ts";
import { median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { Goal } from "#scripts/bench/report.ts";
import type { Subject } from "#scripts/bench/subject.ts";
import type { Running } from "#server/lifecycle.ts";

const connections = 16;
const writesPerRound = 1000;
const pollMs = 150;
/** The steady load under which the slowest answers are compared. */
const steady = { overallRate: 150, amount: 1500 };
const goalRatio = 2;
const goalSlowest = 1.5;
const goalKey = 0.15;
const goalSearch = 0.05;

interface Writes {
  /** Our server, the only one that delivers. */
  server: { url: string; pid: number };
  subject: Subject;
  options: (port: number) => CeilingOptions;
  rounds: number;
}

/** Milliseconds: of CPU for each creation, and until an answer. */
interface Cost {
  node: number;
  postgres: number;
  p50: number;
  p99: number;
}

/** The costs that are measured in each round. */
interface Round {
  ours: Cost;
  /** Ours under an `Idempotency-Key`. */
  keyed: Cost;
  /** Ours without the marks of search. */
  unsearched: Cost;
  floor: Cost;
}

/**
 * Compares creations with a webhook that is delivered with those of the floor, with those under an `Idempotency-Key`, and with those without
 * the marks of search, in turns; the webhook is gone afterwards.
 */
export async function measureWrites(
  running: Running,
  { server, subject, options, rounds }: Writes,
): Promise<{ goals: Goal[]; table: string[] }> {
  // Imported late: it reads the settings.
  const { sql } = await import("#db/client.ts");
  const { ports } = await startWorker<ReceiverMethods>(running, "deliveries-receiver.ts", {}).call("open", 1);
  const request = {
    method: "POST" as const,
    path: "/v2/contracts",
    headers: { key: subject.key, "content-type": "application/json" },
    body: JSON.stringify(subject.newInlineContract),
  };
  const { contract } = (await (await fetch(`${server.url}${request.path}`, request)).json()) as Pick<FloorOptions, "contract">;
  const floor = await startProcess(running, {}, (port) => [
    "--max-semi-space-size=64",
    "scripts/bench/floor.ts",
    JSON.stringify({ ...options(port), contract }),
  ]);
  const [{ pid: backend } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = statOf(backend).parent;
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values ('whk_bench', ${subject.worldId}, 'bench', ${`http://localhost:${ports[0]}/`}, true, '{v2.contract.created}', now(), now())`;

  /** Lets a server answer creations until everything that they cause is done. */
  async function run(
    { url, pid }: Writes["server"],
    load: { amount: number; overallRate?: number } = { amount: writesPerRound },
    requests: readonly Request[] = [request],
  ): Promise<Cost> {
    const before = { node: cpuOf(pid), postgres: cpuOf(postmaster) };
    const { non2xx, errors, latency } = await autocannon({ url, connections, ...load, requests: [...requests] });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} creations failed`);
    do await new Promise((resolve) => setTimeout(resolve, pollMs));
    while ((await sql`select from delivery_queue limit 1`).length > 0);
    const each = (after: number, earlier: number) => (after - earlier) / load.amount;
    return { node: each(cpuOf(pid), before.node), postgres: each(cpuOf(postmaster), before.postgres), p50: latency.p50, p99: latency.p99 };
  }

  /** Does work without the triggers by which a creation marks what a search has to find. */
  async function withoutMarks<Result>(work: () => Promise<Result>): Promise<Result> {
    await sql`alter table contract_products disable trigger search_inserted`;
    const result = await work();
    await sql`alter table contract_products enable trigger search_inserted`;
    return result;
  }

  const keyed = [{ ...request, setupRequest: withNewKey }];
  const costs: Round[] = [];
  const steadily: Pick<Round, "ours" | "floor">[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [ours, underKey] = [await run(server), await run(server, undefined, keyed)];
    const cost = { ours, keyed: underKey, floor: await run(floor), unsearched: await withoutMarks(() => run(server)) };
    // The first round warms up.
    if (round > 0) costs.push(cost);
    if (round > 0) steadily.push({ ours: await run(server, steady), floor: await run(floor, steady) });
  }
  await sql`update webhooks set deleted_at = now() where id = 'whk_bench'`;
  return describe(costs, steadily);
}

/** Gives each request its own `Idempotency-Key`. */
function withNewKey(request: Request): Request {
  return { ...request, headers: { ...request.headers, "idempotency-key": randomUUID() } };
}

function describe(costs: readonly Round[], steadily: readonly Pick<Round, "ours" | "floor">[]): { goals: Goal[]; table: string[] } {
  const ratios = costs.map(({ ours, floor }) => cpu(ours) / cpu(floor));
  const keys = costs.map(({ ours, keyed }) => cpu(keyed) / cpu(ours) - 1);
  const searching = costs.map(({ ours, unsearched }) => cpu(ours) / cpu(unsearched) - 1);
  const slowest = steadily.map(({ ours, floor }) => ours.p99 / floor.p99);
  return {
    goals: [
      {
        goal: `A creation with a webhook costs at most ${goalRatio} times the CPU of the floor`,
        measured: withHalf(ratios, times),
        met: median(ratios) <= goalRatio,
      },
      {
        goal: `At ${steady.overallRate} creations a second, 99 % are answered within ${goalSlowest} times what the floor takes`,
        measured: withHalf(slowest, times),
        met: median(slowest) <= goalSlowest,
      },
      {
        goal: `A creation with an Idempotency-Key costs at most ${percent(goalKey)} more CPU`,
        measured: withHalf(keys, percent),
        met: median(keys) <= goalKey,
      },
      {
        goal: `The marks of search cost a creation at most ${percent(goalSearch)} more CPU`,
        measured: withHalf(searching, percent),
        met: median(searching) <= goalSearch,
      },
    ],
    table: table(
      [
        `${writesPerRound} creations with a webhook over ${connections} connections`,
        "Node, ms of CPU",
        "Postgres, ms of CPU",
        "p50 ms",
        "p99 ms",
      ],
      [
        row(
          "`POST /contracts`, delivered, direct door",
          costs.map(({ ours }) => ours),
        ),
        row(
          "under an `Idempotency-Key`",
          costs.map(({ keyed }) => keyed),
        ),
        row(
          "without the marks of search",
          costs.map(({ unsearched }) => unsearched),
        ),
        row(
          "the floor",
          costs.map(({ floor }) => floor),
        ),
        row(
          `\`POST /contracts\`, ${steady.overallRate} a second`,
          steadily.map(({ ours }) => ours),
        ),
        row(
          `the floor, ${steady.overallRate} a second`,
          steadily.map(({ floor }) => floor),
        ),
      ],
    ),
  };
}

function cpu({ node, postgres }: Cost): number {
  return node + postgres;
}

function row(called: string, costs: readonly Cost[]): string[] {
  const middle = (name: keyof Cost, digits: number) => median(costs.map((cost) => cost[name])).toFixed(digits);
  return [called, middle("node", 2), middle("postgres", 2), middle("p50", 0), middle("p99", 0)];
}

function times(ratio: number): string {
  return `${ratio.toFixed(1)} times`;
}

/** The CPU that a process and its children have used, in milliseconds. */
function cpuOf(pid: number): number {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && tryStatOf(Number(name))?.parent === pid);
  const { own, ended } = statOf(pid);
  return children.reduce((sum, child) => sum + (tryStatOf(Number(child))?.own ?? 0), own + ended);
}

const msPerTick = 10;

function statOf(pid: number): { parent: number; own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((place) => Number(fields[place]));
  return { parent, own: (user + system) * msPerTick, ended: (endedUser + endedSystem) * msPerTick };
}

function tryStatOf(pid: number): ReturnType<typeof statOf> | undefined {
  try {
    return statOf(pid);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
