import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarOf } from "#lib/calendar.ts";
import { periodOf } from "#lib/overview/rules/period.ts";
import type { Period } from "#lib/overview/rules/period.ts";

const hourMs = 3_600_000;
const iso = (dates: readonly (Date | undefined)[]) => dates.map((date) => date?.toISOString());
const before = ({ stretches }: Period) => stretches.filter(({ point }) => point === null);
const running = ({ stretches }: Period) => stretches.filter(({ isRunning }) => isRunning);
const hoursOf = (stretches: Period["stretches"]) =>
  stretches.reduce((sum, { from, until }) => sum + (until.getTime() - from.getTime()) / hourMs, 0);

describe("a period of the overview", () => {
  test("of 24 hours has a point an hour, the last being the running one", () => {
    const period = periodOf("24h", "Europe/Paris", new Date("2027-06-12T14:37:21.500Z"));
    expect(period.points).toHaveLength(24);
    expect(iso([period.points[0], period.points.at(-1)])).toEqual(["2027-06-11T15:00:00.000Z", "2027-06-12T14:00:00.000Z"]);
    expect(iso([before(period)[0]?.from, before(period).at(-1)?.until])).toEqual(["2027-06-10T15:00:00.000Z", "2027-06-11T14:00:00.000Z"]);
  });

  test("of 7 days has four points a day, which begin with the viewer's days", () => {
    const period = periodOf("7d", "Europe/Paris", new Date("2027-06-12T14:37:00Z"));
    expect(iso(period.points.slice(-4))).toEqual([
      "2027-06-11T16:00:00.000Z",
      "2027-06-11T22:00:00.000Z",
      "2027-06-12T04:00:00.000Z",
      "2027-06-12T10:00:00.000Z",
    ]);
    expect(period.points).toHaveLength(28);
    expect(iso([before(period)[0]?.from, before(period).at(-1)?.until])).toEqual(["2027-05-29T16:00:00.000Z", "2027-06-05T14:00:00.000Z"]);
  });

  test("of 30 days has a point a day, in the viewer's zone", () => {
    const period = periodOf("30d", "Indian/Reunion", new Date("2027-06-12T20:30:00Z"));
    expect(period.points).toHaveLength(30);
    expect(iso([period.points[0], period.points.at(-1)])).toEqual(["2027-05-14T20:00:00.000Z", "2027-06-12T20:00:00.000Z"]);
    expect(running(period)).toEqual([
      { from: new Date("2027-06-12T20:00:00.000Z"), until: new Date("2027-06-12T21:00:00.000Z"), point: 29, isRunning: true },
    ]);
  });

  test.each([
    { clocks: "forward", now: "2027-03-28T23:10:00Z", length: 23, last: "2027-03-28T17:00:00.000Z" },
    { clocks: "back", now: "2027-10-31T23:10:00Z", length: 25, last: "2027-10-31T16:00:00.000Z" },
  ])("keeps to the day on which clocks go $clocks", ({ now, length, last }) => {
    const days = periodOf("30d", "Europe/Paris", new Date(now)).points;
    expect(((days[29]?.getTime() ?? 0) - (days[28]?.getTime() ?? 0)) / hourMs).toBe(length);
    const quarters = periodOf("7d", "Europe/Paris", new Date(now)).points;
    expect(iso(quarters.slice(-2, -1))).toEqual([last]);
    expect(quarters.at(-1)).toEqual(days[29]);
  });

  test("counts a day from its first whole hour on where a zone is half an hour off", () => {
    const { points } = periodOf("30d", "Asia/Kolkata", new Date("2027-06-12T18:45:00Z"));
    // There it is a quarter past midnight, and the hour that runs is of the day before.
    expect(iso([points.at(-1)])).toEqual(["2027-06-11T19:00:00.000Z"]);
  });

  test("is of whole hours without gap or overlap, up to the running one, and compared with as many complete hours", () => {
    const instants = fc.date({ min: new Date("2020-03-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom("UTC", "Europe/Paris", "America/Santiago", "America/Havana", "Asia/Kolkata", "Pacific/Kiritimati");
    fc.assert(
      fc.property(instants, zones, fc.constantFrom("24h", "7d", "30d"), (now, zone, range) => {
        const period = periodOf(range, zone, now);
        const { points, stretches } = period;
        expect(points).toHaveLength({ "24h": 24, "7d": 28, "30d": 30 }[range]);
        const own = stretches.filter(({ point }) => point !== null);
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
        // Within two months clocks change at most twice, once in each of the periods.
        expect(Math.abs(hoursOf(before(period)) - (hoursOf(own) - 1))).toBeLessThanOrEqual(range === "24h" ? 0 : 1);
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
