import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import type { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { list as listDeliveries, summarize as summarizeDeliveries } from "#lib/delivery/deliveries/list.ts";
import type { callFilters } from "#lib/developer/calls/list-filters.ts";
import { list as listCalls, summarize as summarizeCalls } from "#lib/developer/calls/list.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";
import type { ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { describeGoals, describeMachine, table } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import type { LoadWebhooks } from "#scripts/load/deliveries.ts";
import { ensureVolumePartner } from "#scripts/load/partner.ts";
import { contractOf } from "#scripts/load/subjects.ts";
import { fillVolume } from "#scripts/load/volume.ts";

/** Unmeasured requests of each list, in which a connection prepares and plans the statement. */
const warmUps = 7;
const goalMs = 100;
/** The goal of a chart with its counts. */
const chartGoalMs = 150;
const perPage = 50;
const msPerDay = 86_400_000;
const described = 10;

/** The queries whose chart is measured as well. */
const charted = {
  calls: [
    "no filter",
    "4xx and 5xx",
    "endpoint retrieveContract",
    "POST and 4xx",
    "a key",
    "a day, 20 days ago",
    "a contract called about all day",
  ],
  deliveries: ["no filter", "failed", "a busy webhook", "a day, 20 days ago"],
};
const timeZone = "Europe/Paris";

interface Measured {
  name: string;
  rows: number;
  p50: number;
  p95: number;
  slowest: number;
}

/** Measures the lists of calls and deliveries of a month with every filter; returns the section as Markdown. */
export async function measureLists({ times, calls: toFill }: BenchOptions): Promise<string> {
  const now = new Date();
  const partner = await ensureVolumePartner(operatorContext("benchmark", now));
  await withPatience(() => fillVolume(partner, now, { calls: toFill, deliveries: Math.round(toFill / 2), days: 30 }, console.log));
  const { world } = partner.worlds.production;
  const { webhooks } = partner;
  const ctx = { world, realTime: now };
  const calls: Measured[] = [];
  for (const [name, query] of Object.entries(await callQueries(ctx))) {
    calls.push(await measure(name, times, async () => (await listCalls(ctx, { ...query, limit: perPage })).rows.length));
  }
  const deliveries: Measured[] = [];
  for (const [name, query] of Object.entries(deliveryQueries(now, webhooks))) {
    deliveries.push(await measure(name, times, async () => (await listDeliveries(ctx, { ...query, limit: perPage })).rows.length));
  }
  const charts: Measured[] = [];
  const [callFiltersByName, deliveryFiltersByName] = [await callQueries(ctx), deliveryQueries(now, webhooks)];
  for (const name of charted.calls) {
    const query = { ...callFiltersByName[name], timeZone };
    charts.push(await measure(`calls, ${name}`, times, async () => (await summarizeCalls(ctx, query)).points.length));
  }
  for (const name of charted.deliveries) {
    const query = { ...deliveryFiltersByName[name], timeZone };
    charts.push(await measure(`deliveries, ${name}`, times, async () => (await summarizeDeliveries(ctx, query)).points.length));
  }
  const [counted] = await sql<{ calls: number; deliveries: number; version: string }[]>`
    select (select count(*) from calls where world_id = ${world.id})::int as calls,
      (select count(*) from deliveries where world_id = ${world.id})::int as deliveries, current_setting('server_version') as version`;
  const { calls: callCount = 0, deliveries: deliveryCount = 0, version = "" } = counted ?? {};
  return [
    describeMachine(version, ["postgres"]),
    "",
    `${callCount.toLocaleString("en")} calls and ${deliveryCount.toLocaleString("en")} deliveries of one environment. A page of 50 as the verb answers it, ${times} times each, one after the other.`,
    "",
    ...describeGoals([
      goal("A page of calls", calls),
      goal("A page of deliveries", deliveries),
      goal("A chart with its counts", charts, chartGoalMs),
    ]),
    "",
    ...describe("Calls", calls),
    "",
    ...describe("Deliveries", deliveries),
    "",
    ...describe("Charts", charts, "bars"),
  ].join("\n");
}

async function measure(name: string, times: number, ask: () => Promise<number>): Promise<Measured> {
  for (let turn = 0; turn < warmUps; turn += 1) await ask();
  const taken: number[] = [];
  let rows = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now();
    rows = await ask();
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;
  console.log(`${name}: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`);
  return { name, rows, p50: at(0.5), p95: at(0.95), slowest: at(1) };
}

/** Each filter alone and combined: frequent, rare and absent values, recent and old times, in both directions. */
async function callQueries({
  world,
  realTime: now,
}: Pick<PortalContext, "world" | "realTime">): Promise<Record<string, ListQuery<typeof callFilters>>> {
  const day = (age: number) => ({ from: new Date(now.getTime() - age * msPerDay), to: new Date(now.getTime() - (age - 1) * msPerDay) });
  const [deep, oldest] = [cursorAt(day(20).from, "exec_0"), cursorAt(day(28).from, "exec_0")];
  const [some] = await sql<{ id: string }[]>`
    select execution_id as id from calls where world_id = ${world.id} and at > ${day(20).from} order by at limit 1`;
  const [key] = await sql<{ id: string }[]>`select id from api_keys where world_id = ${world.id} limit 1`;
  const [often, seldom] = [contractOf(0), contractOf(250_000)];
  const rare: ListQuery<typeof callFilters> = { errorCode: ["1342"], method: ["PATCH"], endpoint: ["updateContract"] };
  return {
    "no filter": {},
    "no filter, 20 days back": { before: deep },
    "no filter, back up from 28 days": { after: oldest },
    "method GET": { method: ["GET"] },
    "methods PUT and DELETE": { method: ["PUT", "DELETE"] },
    "2xx": { status: ["2xx"] },
    "4xx": { status: ["4xx"] },
    "4xx and 5xx": { status: ["4xx", "5xx"] },
    "5xx": { status: ["5xx"] },
    "status 429": { status: ["429"] },
    "status 418, which none had": { status: ["418"] },
    "error code 1051": { errorCode: ["1051"] },
    "error code 1342, which few had": { errorCode: ["1342"] },
    "endpoint retrieveContract": { endpoint: ["retrieveContract"] },
    "endpoint bulkAutomaticRenewals": { endpoint: ["bulkAutomaticRenewals"] },
    "unknown paths": { endpoint: ["unknown"] },
    "a key": { key: key?.id },
    "a key and 5xx": { key: key?.id, status: ["5xx"] },
    "a key that made none": { key: "key_none" },
    "an endpoint and 4xx": { endpoint: ["bulkAutomaticRenewals"], status: ["4xx"] },
    "an endpoint and 5xx": { endpoint: ["retrieveContract"], status: ["5xx"] },
    "an endpoint and an error code": { endpoint: ["createContract"], errorCode: ["1051"] },
    "POST and 4xx": { method: ["POST"], status: ["4xx"] },
    "PATCH, updateContract and 1342": rare,
    "the same, 20 days back": { ...rare, before: deep },
    "the same, back up from 28 days": { ...rare, after: oldest },
    "4xx, 20 days back": { status: ["4xx"], before: deep },
    "4xx, back up from 28 days": { status: ["4xx"], after: oldest },
    "1342 and 2xx, which none can be": { errorCode: ["1342"], status: ["2xx"] },
    "a day, 20 days ago": day(20),
    "a day and 4xx": { ...day(20), status: ["4xx"] },
    "a day and 1342": { ...day(20), errorCode: ["1342"] },
    "an execution id": { search: some?.id ?? "" },
    "an execution id that is not there": { search: `${some?.id.slice(0, -4)}ZZZZ` },
    "a contract called about all day": { search: often },
    "that contract and 4xx": { search: often, status: ["4xx"] },
    "that contract and 1342": { search: often, errorCode: ["1342"] },
    "that contract, 20 days back": { search: often, before: deep },
    "a contract called about now and then": { search: seldom },
    "that one and 5xx": { search: seldom, status: ["5xx"] },
    "a contract that is not there": { search: contractOf(16 ** 8) },
    "everything at once": { ...day(20), ...rare, status: ["4xx"], search: often },
  };
}

function deliveryQueries(now: Date, { all, few, waiting: disabled }: LoadWebhooks): Record<string, ListQuery<typeof deliveryFilters>> {
  const day = (age: number) => ({ from: new Date(now.getTime() - age * msPerDay), to: new Date(now.getTime() - (age - 1) * msPerDay) });
  const [deep, oldest] = [cursorAt(day(20).from, "dlv_0"), cursorAt(day(28).from, "dlv_0")];
  const rare: ListQuery<typeof deliveryFilters> = { eventType: "v2.contract.renewal.updated", status: "cancelled", webhookId: few };
  return {
    "no filter": {},
    "no filter, 20 days back": { before: deep },
    "no filter, back up from 28 days": { after: oldest },
    succeeded: { status: "succeeded" },
    failed: { status: "failed" },
    cancelled: { status: "cancelled" },
    retrying: { status: "retrying" },
    pending: { status: "pending" },
    "being sent": { status: "delivering" },
    "an event kind": { eventType: "v2.contract.created" },
    "an event kind that none had": { eventType: "v2.claim.closed" },
    "an event kind, failed": { eventType: "v2.contract.renewal.updated", status: "failed" },
    "a busy webhook": { webhookId: all },
    "a quiet webhook": { webhookId: few },
    "a quiet webhook, failed": { webhookId: few, status: "failed" },
    "a disabled webhook": { webhookId: disabled },
    "a quiet webhook, an event kind, cancelled": rare,
    "the same, 20 days back": { ...rare, before: deep },
    "the same, back up from 28 days": { ...rare, after: oldest },
    "response 2xx": { response: "2xx" },
    "response 5xx": { response: "5xx" },
    "response 503 of an event kind": { response: "503", eventType: "v2.contract.created" },
    "response 204, which none had": { response: "204" },
    "response 418, which none had": { response: "418" },
    "no response": { response: "none" },
    "a day, 20 days ago": day(20),
    "a day, failed": { ...day(20), status: "failed" },
    "a day, response 418": { ...day(20), response: "418" },
    "a contract that much happens to": { search: contractOf(0) },
    "that contract, failed": { search: contractOf(0), status: "failed" },
    "a contract that little happens to": { search: contractOf(250_000) },
    "a contract that is not there": { search: contractOf(16 ** 8) },
    "an event that is not there": { search: "evt_01KAAAAAAAZZZZZZZZZZZZZZZZ" },
    "everything at once": { ...day(20), ...rare, response: "5xx", status: "failed", search: contractOf(0) },
  };
}

function goal(what: string, measured: readonly Measured[], limitMs = goalMs) {
  const slowest = Math.max(...measured.map(({ p95 }) => p95));
  return {
    goal: `${what} comes in under ${limitMs} ms (p95) whatever it is filtered by`,
    measured: `${slowest.toFixed(1)} ms at most`,
    met: slowest < limitMs,
  };
}

const ms = (value: number) => value.toFixed(1);

/** The slowest of what was measured; the others were printed. */
function describe(what: string, measured: readonly Measured[], counted = "on the page"): string[] {
  return table(
    [what, counted, "p50 ms", "p95 ms", "slowest ms"],
    measured
      .toSorted((a, b) => b.p95 - a.p95)
      .slice(0, described)
      .map(({ name, rows, p50, p95, slowest }) => [name, String(rows), ms(p50), ms(p95), ms(slowest)]),
  );
}
