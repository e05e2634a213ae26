import { beforeAll, describe, expect, test } from "vitest";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { summarize as summarizeDeliveries } from "#lib/delivery/deliveries/list.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { emitSampleEvent, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { summarize } from "#lib/developer/calls/list.ts";
import type { CallFilter } from "#lib/developer/calls/list.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { summarize as summarizeEvents } from "#lib/developer/events/list-for-portal.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

const minute = 60_000;
const hour = 60 * minute;
const kinds: readonly Partial<CallRecord>[] = [
  {},
  { status: 400, errorCode: 1051 },
  { status: 500, errorCode: 500, method: "GET", endpoint: "retrieveContract" },
  { source: "try_it", status: 400, errorCode: 1002 },
  { source: "command_line", keyId: "key_old" },
  { endpoint: null, status: 404, errorCode: 404 },
];

let ctx: PortalContext;
let stored: CallRecord[];

beforeAll(async () => {
  ctx = await makePortal();
  const samples = Array.from({ length: 300 }, (_none, index) => ({
    ...kinds[index % kinds.length],
    at: new Date(ctx.realTime.getTime() - index * 7 * minute),
  }));
  stored = await insertCalls(ctx.world.id, samples);
  await insertCalls((await makePortal()).world.id, samples.slice(0, 20));
});

const ask = (filter: CallFilter = {}) => summarize(ctx, { ...filter, timeZone: "Europe/Paris" });
const outcomeOf = ({ source, status }: CallRecord) => {
  if (source === "try_it") return "marked";
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "succeeded";
};

function totalsOf({ points }: ListSummary): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { values } of points) for (const [name, rows] of Object.entries(values)) totals[name] = (totals[name] ?? 0) + rows;
  return totals;
}

function countBy(calls: readonly CallRecord[], valueOf: (call: CallRecord) => string | number | null): Record<string, number> {
  const groups = Map.groupBy(calls, (call) => String(valueOf(call)));
  groups.delete("null");
  return Object.fromEntries([...groups].map(([value, rows]) => [value, rows.length]));
}

describe("the summary of a list", () => {
  test("counts the calls of its own world by outcome and by each facet", async () => {
    const summary = await ask();
    expect(totalsOf(summary)).toEqual(countBy(stored, outcomeOf));
    expect(summary.facets).toEqual({
      endpoint: countBy(stored, ({ endpoint }) => endpoint ?? "unknown"),
      errorCode: countBy(stored, ({ errorCode }) => errorCode),
      status: countBy(stored, ({ status }) => status),
      key: countBy(stored, ({ keyId }) => keyId),
      source: countBy(stored, ({ source }) => source ?? "system"),
      method: countBy(stored, ({ method }) => method),
    });
    expect(summary.countedTo).toBeNull();
  });

  test("puts each call into the bar of its time, of which there are neither gaps nor more than 61", async () => {
    for (const from of [2 * minute, hour, 5 * hour, 30 * hour, 20 * 24 * hour].map((ago) => new Date(ctx.realTime.getTime() - ago))) {
      const { points, stepMs } = await ask({ from });
      expect(points.length).toBeLessThanOrEqual(61);
      expect(points[0]?.at.getTime()).toBeLessThanOrEqual(from.getTime());
      for (const [index, { at, values }] of points.entries()) {
        expect(at.getTime()).toBe((points[0]?.at.getTime() ?? 0) + index * stepMs);
        const own = stored.filter((call) => call.at >= from && call.at >= at && call.at.getTime() < at.getTime() + stepMs);
        expect(values).toEqual(countBy(own, outcomeOf));
      }
    }
  });

  test.each([
    { status: ["4xx"] },
    { status: ["2xx"] },
    { endpoint: ["createContract"], errorCode: ["1051"] },
    { key: "key_old" },
    { source: ["try_it" as const] },
    { method: ["GET"] },
  ] satisfies CallFilter[])("follows the filter %j", async (filter: CallFilter) => {
    const fitting = stored.filter(
      (call) =>
        (filter.status === undefined || filter.status[0] === `${Math.floor(call.status / 100)}xx`) &&
        (filter.endpoint === undefined || filter.endpoint[0] === call.endpoint) &&
        (filter.errorCode === undefined || filter.errorCode[0] === String(call.errorCode)) &&
        (filter.key === undefined || filter.key === call.keyId) &&
        (filter.source === undefined || filter.source[0] === call.source) &&
        (filter.method === undefined || filter.method[0] === call.method),
    );
    expect(fitting.length).toBeGreaterThan(0);
    expect(totalsOf(await ask(filter))).toEqual(countBy(fitting, outcomeOf));
  });

  test("begins with the oldest row where no time is asked for, and with the last day where there is none", async () => {
    const { points, stepMs } = await ask();
    const oldest = Math.min(...stored.map(({ at }) => at.getTime()));
    const first = points[0]?.at.getTime() ?? 0;
    expect(first <= oldest && oldest < first + stepMs).toBe(true);
    const nothing = await summarize({ ...ctx, world: { ...ctx.world, id: -1 } }, { timeZone: "UTC" });
    expect(totalsOf(nothing)).toEqual({});
    expect((nothing.points.at(-1)?.at.getTime() ?? 0) - (nothing.points[0]?.at.getTime() ?? 0)).toBeGreaterThan(22 * hour);
  });

  test("begins its days with the viewer's", async () => {
    const from = new Date(ctx.realTime.getTime() - 40 * 24 * hour);
    const { points, stepMs } = await summarize(ctx, { from, timeZone: "Asia/Kolkata" });
    expect(stepMs).toBe(24 * hour);
    expect(points[0]?.at.toISOString()).toContain("T18:30:00.000Z");
  });

  test.each(["2027-04-15", "2027-11-15"])("begins its days with the viewer's also beyond the change of clocks before %s", async (today) => {
    const portal = { ...(await makePortal()), realTime: new Date(`${today}T10:00:00Z`) };
    const { dayOf, startOf } = calendarOf("Europe/Paris");
    const last = dayOf(portal.realTime.getTime());
    const days = Array.from({ length: 40 }, (_none, age) => last - 40 + age);
    await insertCalls(
      portal.world.id,
      days.flatMap((day) => [{ at: new Date(startOf(day)) }, { at: new Date(startOf(day + 1) - 1) }]),
    );
    const { points, stepMs } = await summarize(portal, { from: new Date(startOf(last - 40)), timeZone: "Europe/Paris" });
    expect(stepMs).toBe(24 * hour);
    expect(points.map(({ at }) => at)).toEqual([...days, last].map((day) => new Date(startOf(day))));
    expect(points.slice(0, -1).every(({ values }) => values["succeeded"] === 2)).toBe(true);
  });

  test.each(["0002-01-01T00:00:00Z", "9999-01-01T00:00:00Z"])("takes the time %s for what it is", async (instant) => {
    expect((await ask({ from: new Date(instant) })).points.length).toBeLessThanOrEqual(61);
    expect((await ask({ to: new Date(instant) })).points.length).toBeLessThanOrEqual(61);
  });

  test("says how far back it counted where there are more calls than it counts", async () => {
    const busy = await makePortal();
    const start = busy.realTime.getTime() - maxSummed - 5000;
    await insertCalls(
      busy.world.id,
      Array.from({ length: maxSummed + 500 }, (_none, index) => ({ at: new Date(start + index), requestBody: null, responseBody: null })),
    );
    const summary = await summarize(busy, { from: new Date(start - hour), timeZone: "UTC" });
    expect(summary.countedTo?.getTime()).toBe(start + 499);
    expect(totalsOf(summary)["succeeded"]).toBeGreaterThanOrEqual(maxSummed);
    expect(summary.points[0]?.at.getTime()).toBeGreaterThan(start - minute);
  });
});

test("deliveries and events have the same summary", async () => {
  const portal = await makePortal();
  await createWebhook(portal, sampleSettings);
  await emitSampleEvent(portal, "v2.contract.created");
  await emitSampleEvent(portal, "v2.contract.created");
  const now = new Date(portal.realTime.getTime() + hour);
  const deliveries = await summarizeDeliveries({ ...portal, realTime: now }, { timeZone: "UTC" });
  expect(totalsOf(deliveries)).toEqual({ waiting: 2 });
  expect(deliveries.facets["eventType"]).toEqual({ "v2.contract.created": 2 });
  const events = await summarizeEvents({ ...portal, realTime: now }, { timeZone: "UTC" });
  expect(totalsOf(events)).toEqual({ event: 2 });
  expect(events.facets).toEqual({ eventType: { "v2.contract.created": 2 } });
});
