import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarOf, dateOf, endOfDay, startOfDay } from "#lib/platform/time/calendar.ts";

const dayMs = 86_400_000;
const zones = [
  "UTC",
  "Europe/Paris",
  "Indian/Reunion",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];

describe("the calendar of a time zone", () => {
  test.each([
    ["2027-01-31", "UTC", "2027-01-31T00:00:00.000Z"],
    ["2027-01-31", "Europe/Paris", "2027-01-30T23:00:00.000Z"],
    ["2027-03-28", "Europe/Paris", "2027-03-27T23:00:00.000Z"],
    ["2027-03-29", "Europe/Paris", "2027-03-28T22:00:00.000Z"],
    ["2027-10-31", "Europe/Paris", "2027-10-30T22:00:00.000Z"],
    ["2027-11-01", "Europe/Paris", "2027-10-31T23:00:00.000Z"],
    ["2027-06-12", "Asia/Kathmandu", "2027-06-11T18:15:00.000Z"],
    // Midnight is skipped: the day begins at one o'clock.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z"],
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    // Midnight goes back to eleven of the day before, and comes again.
    ["2026-04-05", "America/Santiago", "2026-04-05T04:00:00.000Z"],
    // Midnight comes twice: the day begins with the first.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  ])("starts %s in %s at %s", (day, zone, start) => {
    expect(new Date(calendarOf(zone).startOf(Date.parse(day) / dayMs)).toISOString()).toBe(start);
  });

  test.each([
    ["0002-01-31T12:00:00.000Z", "0002-01-30T23:50:39.000Z"],
    ["9999-12-31T23:59:59.000Z", "9999-12-31T23:00:00.000Z"],
  ])("has %s in Paris in the day that starts at %s", (instant, start) => {
    const { dayOf, startOf } = calendarOf("Europe/Paris");
    expect(new Date(startOf(dayOf(Date.parse(instant)))).toISOString()).toBe(start);
  });

  test("assigns every instant to the day that started last", () => {
    const instants = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const { dayOf, startOf } = calendarOf(zone);
        const day = dayOf(instant);
        expect(startOf(day)).toBeLessThanOrEqual(instant);
        expect(startOf(day + 1)).toBeGreaterThan(instant);
        expect(dayOf(startOf(day))).toBe(day);
        expect(dayOf(startOf(day) - 1)).toBe(day - 1);
      }),
    );
  });
});

describe("the date of a day", () => {
  test.each([
    ["2027-01-31", "UTC", "2027-01-31T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
    ["2027-12-31", "Indian/Reunion", "2027-12-30T20:00:00.000Z", "2027-12-31T20:00:00.000Z"],
    ["2027-03-28", "Europe/Paris", "2027-03-27T23:00:00.000Z", "2027-03-28T22:00:00.000Z"],
    ["2027-10-31", "Europe/Paris", "2027-10-30T22:00:00.000Z", "2027-10-31T23:00:00.000Z"],
    ["2026-09-05", "America/Santiago", "2026-09-05T04:00:00.000Z", "2026-09-06T04:00:00.000Z"],
  ])("for %s in %s spans %s to %s, and its instants have that date", (day, zone, start, end) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect(endOfDay(day, zone).toISOString()).toBe(end);
    for (const instant of [Date.parse(start), Date.parse(end) - 1]) expect(dateOf(new Date(instant), zone)).toBe(day);
  });

  test.each(zones)("is empty in %s for an invalid instant or a year without four digits", (zone) => {
    expect(dateOf(new Date("yesterday"), zone)).toBe("");
    expect(dateOf(new Date(8.64e15), zone)).toBe("");
    expect(dateOf(new Date(-8.64e15), zone)).toBe("");
  });

  test.each(["0002-01-31", "0020-01-31", "0202-01-31"])("for %s, as typed on the way to another year, is accepted", (day) => {
    for (const zone of zones) expect(dateOf(startOfDay(day, zone), zone)).toBe(day);
  });

  test.each(zones)("exists for the last second that an address can contain in %s", (zone) => {
    const calendar = calendarOf(zone);
    expect(calendar.startOf(calendar.dayOf(Date.parse("9999-12-31T23:59:59Z")))).not.toBeNaN();
  });
});

test("clocks change at full minutes alone, in every zone from 1973 on", () => {
  const [minuteMs, stepMs] = [60_000, 15 * dayMs];
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const clock = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    const offsetAt = (instant: number) => /GMT.*$/.exec(clock.format(instant))?.[0];
    for (let from = Date.UTC(1973); from < Date.UTC(2040); from += stepMs) {
      if (offsetAt(from) === offsetAt(from + stepMs)) continue;
      let [before, after] = [from, from + stepMs];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (offsetAt(middle) === offsetAt(before)) before = middle;
        else after = middle;
      }
      expect({ timeZone, rest: after % minuteMs }).toEqual({ timeZone, rest: 0 });
    }
  }
});
