import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { askBeside, open } from "#scripts/bench/load.ts";
import type { Beside } from "#scripts/bench/load.ts";
import { addressOf, askAs, growingOf, listsOf, searchesOf } from "#scripts/bench/pages-reads.ts";
import type { Read } from "#scripts/bench/pages-reads.ts";
import { startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, quantile, table } from "#scripts/bench/report.ts";
import type { BenchOptions, Goal } from "#scripts/bench/report.ts";
import { buildIfStale } from "#scripts/build.ts";
import { fillLargeAndSmall } from "#scripts/load/beside.ts";
import { firstRenter } from "#scripts/load/contracts.ts";
import { enterAsOwner, enterAsSupport } from "#scripts/load/partner.ts";
import type { Owner, Visitor } from "#scripts/load/partner.ts";
import type { Running } from "#server/lifecycle.ts";

/** Milliseconds at the 95th percentile, and how much slower the 99th of another partner may be. */
const goalOf = { page: 60, kinds: 20, search: 50, beside: 2 };
/** Statements are prepared and tables are read from disk in the first reads, which are not measured. */
const [warmUps, searchesAtOnce, openingsAtOnce] = [3, 5, 6];
const besideGoal = `Beside others, 99 % of the small partner's answers take at most ${goalOf.beside} times what they take alone`;
const otherPages = ["calls", "calls/errors", "deliveries", "contracts", "claims", "statements"];
const operator = operatorContext("benchmark", new Date());

/** Measures the pages of a large partner and of a small one beside it; returns the section as Markdown. */
export async function measurePages(running: Running, settings: Record<string, string>, options: BenchOptions): Promise<string> {
  const { calls, times, seconds = 20 } = options;
  await buildIfStale(running);
  running.onStop(() => sql.end());
  const partners = await fillLargeAndSmall(operator, calls);
  const { own, texts, filled } = partners;
  const url = await startServer(running, settings, () => ["--max-semi-space-size=64", "server.ts"]);
  const [large, small] = [await enterAsOwner(partners.large, url), await enterAsOwner(partners.small, url)];
  const lists = await measure(listsOf(large, partners.large.webhooks, operator.now), times);
  const staff = await Promise.all(Array.from({ length: searchesAtOnce }, () => enterAsSupport(operator, url)));
  const searches = await measure(searchesOf(texts, [large, small, staff[0] ?? large]), Math.ceil(times / 4));
  const pages = await Promise.all(own.texts.map((search) => askAs(small, "contracts.list", { search, limit: 50 })()));
  const found = pages.filter((page) => JSON.stringify(page).includes(own.cid)).length;
  const [grown, ungrown] = [await measure(growingOf(large, operator.now), times), await measure(growingOf(small, operator.now), times)];
  const ofConsole = bySlowness(searches.filter(({ group }) => group.startsWith("the console"))).map(({ name }) => name);
  const beside = await measureBeside(small, visitorsOf(large, staff, ofConsole), seconds);
  const [ratio, failed] = [Math.max(...beside.slice(0, -1).map((row) => row.ratio)), beside.reduce((sum, row) => sum + row.failed, 0)];
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return [
    describeMachine(server?.version ?? "", ["next", "postgres"]),
    "",
    `The large partner has ${filled}. Each page is read ${times} times after ${warmUps} first ones, one after the other.`,
    "",
    ...describeGoals([
      within("A page of 50, or a chart, comes", goalOf.page, Math.max(...lists.map(({ p95 }) => p95))),
      within("The kinds of events that the large partner has had come", goalOf.kinds, grown[0]?.p95),
      within("Searches come", goalOf.search, quantile(takenBy(searches), 0.95)),
      { goal: `The small partner finds its own by ${own.texts.join(", ")}`, measured: `${found} of 4`, met: found === own.texts.length },
      { goal: besideGoal, measured: `${ratio.toFixed(1)} times`, met: ratio <= goalOf.beside },
      { goal: "Beside others, each of its answers is a 200", measured: `${failed} are not`, met: failed === 0 },
    ]),
    ...[...Map.groupBy(lists, ({ group }) => group)].flatMap(([group, measured]) => ["", ...describeLists(group, measured)]),
    "",
    ...table(
      ["What grew", "large, p50 ms", "p95 ms", "small, p50 ms", "p95 ms"],
      grown.map(({ name, p50, p95 }, place) => [name, ms(p50), ms(p95), ms(ungrown[place]?.p50), ms(ungrown[place]?.p95)]),
    ),
    "",
    ...describeSearches(searches),
    "",
    ...table(
      [`Beside, ${seconds} s each`, "requests", "not 200", "p50 ms", "p99 ms", "of alone", "others"],
      beside.map((row) => [row.name, `${row.asked}`, `${row.failed}`, ms(row.p50), ms(row.p99), row.ratio.toFixed(1), row.others]),
    ),
  ].join("\n");
}

type Measured = Read & { rows: number; taken: number[]; p50: number; p95: number };

async function measure(reads: readonly Read[], times: number): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const read of reads) {
    for (let turn = 0; turn < warmUps; turn += 1) await read.ask();
    const taken: number[] = [];
    let answer: unknown;
    for (let turn = 0; turn < times; turn += 1) {
      const begun = performance.now();
      answer = await read.ask();
      taken.push(performance.now() - begun);
    }
    const { rows: ofList, points } = (answer ?? {}) as { rows?: unknown[]; points?: unknown[] };
    const rows = (Array.isArray(answer) ? answer : (ofList ?? points ?? [])).length;
    const measured = { ...read, rows, taken, p50: quantile(taken, 0.5), p95: quantile(taken, 0.95) };
    console.log(`${read.group}, ${read.name}: ${rows} rows, p50 ${ms(measured.p50)} ms, p95 ${ms(measured.p95)} ms`);
    all.push(measured);
  }
  return all;
}

/** Addresses that are opened together, and again once they are answered and the time is over. */
interface Visit extends Visitor {
  paths: string[];
  everyMs?: number;
}

/** The visitors and the pages that they open beside the small partner. */
function visitorsOf(large: Visitor, staff: readonly Visitor[], texts: readonly string[]): Record<string, Visit[]> {
  const six = (...paths: string[]) => Array.from({ length: openingsAtOnce }, () => ({ ...large, paths, everyMs: 1000 }));
  return {
    alone: [],
    "searches of the console": staff.map((one, place) => ({ ...one, paths: [addressOf("console.lookUp.search", { term: texts[place] })] })),
    overview: six("/production", addressOf("overview.portfolio", {})),
    events: six("/production/events", addressOf("events.kinds", {})),
    ...Object.fromEntries(otherPages.map((page) => [page, six(`/production/${page}`)])),
    "an export": [{ ...large, paths: ["/api/portal/production/exports/contracts"] }],
    "alone again": [],
  };
}

/** The latency of the small partner's list of contracts, alone and beside what others open. */
async function measureBeside({ url, key, cookie }: Owner, visitors: Record<string, Visit[]>, seconds: number) {
  const visit = (paths: readonly string[], by: string) =>
    Promise.all(paths.map((path) => open(url + path, { cookie: by }, path.includes("/exports/") ? '{"filters":{}}' : undefined)));
  const rows: (Beside & { name: string; ratio: number })[] = [];
  for (const [name, visits] of Object.entries(visitors)) {
    // What the server loads at first is loaded for a partner whose answers it does not share.
    await visit(visits[0]?.paths ?? [], cookie);
    const others = visits.map((one) => async () => (await Promise.all([visit(one.paths, one.cookie), pause(one.everyMs ?? 0)]))[0]);
    const row = await askBeside(() => open(`${url}/v2/contracts?uid=${firstRenter}`, { key }), others, seconds);
    rows.push({ ...row, name, ratio: row.p99 / (rows[0] ?? row).p99 });
    console.log(`${name}: p99 ${ms(row.p99)} ms, ${row.failed} of ${row.asked} failed, ${row.others} beside`);
  }
  return rows;
}

function within(what: string, goalMs: number, measuredMs = Number.NaN): Goal {
  return { goal: `${what} within ${goalMs} ms (p95)`, measured: `${ms(measuredMs)} ms`, met: measuredMs <= goalMs };
}

const ms = (value = Number.NaN) => value.toFixed(1);
const takenBy = (measured: readonly Measured[]) => measured.flatMap(({ taken }) => taken);
const bySlowness = (measured: readonly Measured[]) => measured.toSorted((a, b) => b.p95 - a.p95);

function describeLists(group: string, measured: readonly Measured[]): string[] {
  const rows = bySlowness(measured).map(({ name, rows: count, p50, p95 }) => [name, `${count}`, ms(p50), ms(p95)]);
  return table([`${group}, the slowest of ${measured.length}`, "rows", "p50 ms", "p95 ms"], rows.slice(0, 5));
}

function describeSearches(searches: readonly Measured[]): string[] {
  const rows = [...Map.groupBy(searches, ({ group }) => group)].map(([group, each]) => {
    const found = each.filter(({ rows: count }) => count > 0).length;
    return [group, `${found} of ${each.length}`, ...[0.5, 0.95, 1].map((share) => ms(quantile(takenBy(each), share)))];
  });
  return table(["Searches in", "found", "p50 ms", "p95 ms", "slowest ms"], rows);
}
