import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { Covergate } from "#clients/typescript/src/client.ts";
import type { CreateContractRequest } from "#clients/typescript/src/generated/schema.ts";
import { pool } from "#scripts/bench/api.ts";
import { startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { BenchOptions, Goal } from "#scripts/bench/report.ts";
import type { Running } from "#server/lifecycle.ts";

type Call = (turn: number) => Promise<unknown>;

/** Measures the TypeScript client beside bare `fetch` with the same calls from this process; returns the section as Markdown. */
export async function measureClients(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { rounds = 10, seconds = 2 }: BenchOptions,
): Promise<string> {
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { key, cids, newContract, postgresVersion } = await prepareSubject(running, settings.DATA_DIR);
  // Only the API is called, so no pages are built.
  const url = await startServer(running, { ...settings, DATABASE_POOL: String(pool) }, () => ["e2e/setup/late-pages.ts"]);
  const covergate = new Covergate({ apiKey: key, baseUrl: url });
  const cidOf = (turn: number) => cids[turn % cids.length] ?? "";
  const send = async (path: string, { headers, ...init }: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const response = await fetch(`${url}/v2${path}`, { ...init, headers: { ...headers, key } });
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return ((await response.json()) as { contract: unknown }).contract;
  };
  const calls = {
    bareRead: (turn) => send(`/contracts/${cidOf(turn)}`, {}),
    read: (turn) => covergate.contracts.get(cidOf(turn)),
    bareCreate: () => send("/contracts", { method: "POST", headers: written(), body: JSON.stringify(newContract) }),
    create: () => covergate.contracts.create(newContract as CreateContractRequest),
  } satisfies Record<string, Call>;
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof calls, number[]>;
  // In turns, since the machine's speed varies; the first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const rate = await rateOf(calls[name], seconds * 1000);
      if (round > 0) rates[name].push(rate);
    }
  }
  /** The additional time of a call, round by round. */
  const costs = (one: keyof typeof calls, bare: keyof typeof calls) =>
    rates[bare].map((rate, round) => rate / (rates[one][round] ?? Number.NaN) - 1);
  const [reading, creating] = [costs("read", "bareRead"), costs("create", "bareCreate")];
  const row = (called: string, name: keyof typeof calls) => [
    called,
    Math.round(median(rates[name])).toLocaleString("en"),
    (1000 / median(rates[name])).toFixed(2),
  ];
  return [
    describeMachine(postgresVersion, ["postgres"]),
    "",
    `One call after the other, ${rounds} rounds of ${seconds} s for each, medians.`,
    "",
    ...describeGoals([goalOf("A read", reading), goalOf("A creation", creating)]),
    "",
    ...table(
      ["", "calls/s", "ms"],
      [
        row("`GET /contracts/{id}` with `fetch`", "bareRead"),
        row("`covergate.contracts.get`", "read"),
        row("`POST /contracts` with `fetch` and an `Idempotency-Key`", "bareCreate"),
        row("`covergate.contracts.create`", "create"),
      ],
    ),
  ].join("\n");
}

/** Calls per second. */
async function rateOf(call: Call, ms: number): Promise<number> {
  const start = performance.now();
  let turn = 0;
  for (; performance.now() - start < ms; turn += 1) await call(turn);
  return turn / ((performance.now() - start) / 1000);
}

function written(): Record<string, string> {
  return { "content-type": "application/json", "idempotency-key": randomUUID() };
}

function goalOf(what: string, costs: number[]): Goal {
  return {
    goal: `${what} with the client takes at most 10 % longer than with bare fetch`,
    measured: withHalf(costs, percent),
    met: median(costs) <= 0.1,
  };
}
