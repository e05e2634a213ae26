import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarOf } from "#lib/platform/time/calendar.ts";
import { endedIn, periodOf, startOfLastDay, sumUp } from "#lib/platform/traffic/traffic.ts";
import type { HourCounts, Period } from "#lib/platform/traffic/traffic.ts";

const hourMs = 3_600_000;
const iso = (dates: readonly (Date | undefined)[]) => dates.map((date) => date?.toISOString());
const before = ({ timeWindows }: Period) => timeWindows.filter(({ point }) => point === null);
const running = ({ timeWindows }: Period) => timeWindows.slice(-1);
const hoursOf = (timeWindows: Period["timeWindows"]) =>
  timeWindows.reduce((sum, { from, until }) => sum + (until.getTime() - from.getTime()) / hourMs, 0);

describe("a period of the overview", () => {
  test("of 24 hours has a point an hour, the last of which is the current hour", () => {
    const period = periodOf("24h", "Europe/Paris", new Date("2027-06-12T14:37:21.500Z"));
    expect(period.points).toHaveLength(24);
    expect(iso([period.points[0], period.points.at(-1)])).toEqual(["2027-06-11T15:00:00.000Z", "2027-06-12T14:00:00.000Z"]);
    expect(iso([before(period)[0]?.from, before(period).at(-1)?.until])).toEqual(["2027-06-10T15:00:00.000Z", "2027-06-11T15:00:00.000Z"]);
    expect(startOfLastDay(new Date("2027-06-12T14:37:21.500Z"))).toEqual(period.points[0]);
  });

  test("of 7 days has four points a day, aligned with the viewer's days", () => {
    const period = periodOf("7d", "Europe/Paris", new Date("2027-06-12T14:37:00Z"));
    expect(iso(period.points.slice(-4))).toEqual([
      "2027-06-11T16:00:00.000Z",
      "2027-06-11T22:00:00.000Z",
      "2027-06-12T04:00:00.000Z",
      "2027-06-12T10:00:00.000Z",
    ]);
    expect(period.points).toHaveLength(28);
    expect(iso([before(period)[0]?.from, before(period).at(-1)?.until])).toEqual(["2027-05-29T16:00:00.000Z", "2027-06-05T15:00:00.000Z"]);
  });

  test("of 30 days has a point a day, in the viewer's time zone", () => {
    const period = periodOf("30d", "Indian/Reunion", new Date("2027-06-12T20:30:00Z"));
    expect(period.points).toHaveLength(30);
    expect(iso([period.points[0], period.points.at(-1)])).toEqual(["2027-05-14T20:00:00.000Z", "2027-06-12T20:00:00.000Z"]);
    expect(running(period)).toEqual([
      { from: new Date("2027-06-12T20:00:00.000Z"), until: new Date("2027-06-12T21:00:00.000Z"), point: 29, share: 1 },
    ]);
  });

  test.each([
    { clocks: "forward", now: "2027-03-28T23:10:00Z", length: 23, last: "2027-03-28T17:00:00.000Z" },
    { clocks: "back", now: "2027-10-31T23:10:00Z", length: 25, last: "2027-10-31T16:00:00.000Z" },
  ])("has a point for the day on which clocks go $clocks", ({ now, length, last }) => {
    const days = periodOf("30d", "Europe/Paris", new Date(now)).points;
    expect(((days[29]?.getTime() ?? 0) - (days[28]?.getTime() ?? 0)) / hourMs).toBe(length);
    const quarters = periodOf("7d", "Europe/Paris", new Date(now)).points;
    expect(iso(quarters.slice(-2, -1))).toEqual([last]);
    expect(quarters.at(-1)).toEqual(days[29]);
  });

  test("starts a day with its first whole hour where a time zone is half an hour off", () => {
    const { points } = periodOf("30d", "Asia/Kolkata", new Date("2027-06-12T18:45:00Z"));
    // There it is a quarter past midnight, and the present hour belongs to the day before.
    expect(iso([points.at(-1)])).toEqual(["2027-06-11T19:00:00.000Z"]);
  });

  test("has whole hours without gap or overlap up to the current one, and is compared with as many hours", () => {
    const instants = fc.date({ min: new Date("2020-03-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom("UTC", "Europe/Paris", "America/Santiago", "America/Havana", "Asia/Kolkata", "Pacific/Kiritimati");
    fc.assert(
      fc.property(instants, zones, fc.constantFrom("24h", "7d", "30d"), (now, zone, range) => {
        const period = periodOf(range, zone, now);
        const { points, timeWindows } = period;
        expect(points).toHaveLength({ "24h": 24, "7d": 28, "30d": 30 }[range]);
        const own = timeWindows.filter(({ point }) => point !== null);
        expect(own[0]?.from).toEqual(points[0]);
        for (const part of [own, before(period)]) {
          for (const [index, { from, until }] of part.entries()) {
            expect(from.getTime() % hourMs).toBe(0);
            expect(until.getTime()).toBeGreaterThan(from.getTime());
            if (index > 0) expect(from).toEqual(part[index - 1]?.until);
          }
        }
        const [last] = running(period);
        expect(own.at(-1)).toBe(last);
        expect((last?.from.getTime() ?? 0) <= now.getTime() && now.getTime() < (last?.until.getTime() ?? 0)).toBe(true);
        expect(new Set(own.map(({ point }) => point)).size).toBe(points.length);
        if (points.length > 0) expect(before(period).at(-1)?.until.getTime()).toBeLessThanOrEqual(points[0]?.getTime() ?? 0);
        // Within two months clocks change at most twice, once per period.
        expect(Math.abs(hoursOf(before(period)) - hoursOf(own))).toBeLessThanOrEqual(range === "24h" ? 0 : 1);
        if (range === "30d") {
          const { dayOf } = calendarOf(zone);
          expect(points.map((point) => dayOf(point.getTime()))).toEqual(
            Array.from({ length: 30 }, (_, age) => dayOf(last?.from.getTime() ?? 0) - 29 + age),
          );
        }
      }),
    );
  });
});

const at = (hour: number) => new Date(Date.UTC(2027, 5, 12, hour));
const hour = (start: number, point: number | null, share = 1) => ({ from: at(start), until: at(start + 1), point, share });

/** Two points, the second with a complete hour and the present one, of which a quarter is over, after as many hours before. */
const period: Period = {
  points: [at(10), at(11)],
  timeWindows: [hour(6, null), hour(7, null), hour(8, null, 0.25), hour(10, 0), hour(11, 1), hour(12, 1)],
};
const nothing: HourCounts = { calls: [], deliveries: {} };

describe("the figures of a period", () => {
  test("are summed by point and in total, including the current hour", () => {
    const { points, total } = sumUp(period, [
      { calls: [[80, 50, 5]], deliveries: { failed: 9 } },
      nothing,
      nothing,
      {
        calls: [
          [80, 19, 1],
          [96, 1, 0],
        ],
        deliveries: { succeeded: 3, failed: 1 },
      },
      { calls: [[80, 4, 0]], deliveries: { cancelled: 2, retrying: 5 } },
      { calls: [[104, 6, 2]], deliveries: { succeeded: 1 } },
    ]);
    expect(points).toEqual([
      { at: at(10), calls: 20, errors: 1, p95Ms: 1.02, succeeded: 3, failed: 1, retrying: 0, cancelled: 0 },
      { at: at(11), calls: 10, errors: 2, p95Ms: 8.19, succeeded: 1, failed: 0, retrying: 5, cancelled: 2 },
    ]);
    expect(total).toEqual({ calls: 30, errors: 3, p95Ms: 8.19, succeeded: 4, failed: 1, retrying: 5, cancelled: 2 });
    expect(endedIn(total)).toBe(7);
  });

  // rules/figures.md#traffic-4
  test("are compared with the same hours, and the present hour with as much of its own as is over", () => {
    const { changes } = sumUp(period, [
      { calls: [[80, 10, 1]], deliveries: { succeeded: 4 } },
      { calls: [[80, 10, 1]], deliveries: { failed: 4 } },
      { calls: [[80, 80, 8]], deliveries: { failed: 32 } },
      { calls: [[88, 15, 0]], deliveries: { succeeded: 2 } },
      { calls: [[88, 15, 6]], deliveries: { cancelled: 2 } },
      { calls: [[88, 30, 6]], deliveries: { failed: 4 } },
    ]);
    expect(changes).toEqual({
      calls: 0.5,
      errorRate: expect.closeTo(0.1, 10) as number,
      p95: expect.closeTo(1, 1) as number,
      deliveries: -0.5,
    });
  });

  test("are zero without traffic, and have no comparison", () => {
    const { points, total, changes } = sumUp(period, [nothing, nothing, nothing, nothing, nothing, { ...nothing, calls: [[80, 1, 1]] }]);
    expect(points[0]).toEqual({ at: at(10), calls: 0, errors: 0, p95Ms: null, succeeded: 0, failed: 0, retrying: 0, cancelled: 0 });
    expect(total.calls).toBe(1);
    expect(changes).toEqual({ calls: null, errorRate: null, p95: null, deliveries: null });
  });

  test("count unfinished traffic without a latency", () => {
    const { changes } = sumUp(period, [{ calls: [[80, 5, 0]], deliveries: { succeeded: 5 } }, nothing, nothing, nothing, nothing, nothing]);
    expect(changes).toEqual({ calls: -1, errorRate: null, p95: null, deliveries: -1 });
  });
});
