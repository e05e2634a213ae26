import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utc } from "#lib/platform/time/calendar.fixture.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";
import { addDays, addDuration, addMonths, renewalDayAfter, startedDays, startedMonths } from "#lib/platform/time/days-and-months.ts";

const at = (text: string): Date => new Date(text);
const inZone = (timeZone: string, renewalDay: number | null = null) => ({ timeZone, renewalDay });
const paris = inZone("Europe/Paris");

/** Zones with and without changes of clocks, on both sides of UTC and of the date line. */
const zones = fc.constantFrom("Europe/Paris", "Indian/Reunion", "America/Miquelon", "Pacific/Tahiti", "Australia/Lord_Howe");
const starts = fc.date({ min: at("2025-01-01T00:00:00.000Z"), max: at("2035-01-01T00:00:00.000Z"), noInvalidDate: true });
/** Most local times exist on every day; those that a change of clocks skips or repeats are cases of their own below. */
const daytimes = fc.tuple(starts, zones).filter(([start, zone]) => {
  const hour = Number(calendarOf(zone).localOf(start.getTime()).slice(11, 13));
  return hour >= 4;
});
const localOf = (instant: Date, zone: string) => calendarOf(zone).localOf(instant.getTime());

// rules/calendar.md#days-1, #months-2
describe("days of cover", () => {
  test.each([
    ["two days over the end of summer time", "2027-10-30T10:00:00+02:00", "2027-11-01T10:00:00+01:00", 2],
    ["a day over the end of summer time", "2027-10-30T10:00:00+02:00", "2027-10-31T10:00:00+01:00", 1],
    ["a day over the beginning of summer time", "2027-03-27T10:00:00+01:00", "2027-03-28T10:00:00+02:00", 1],
    ["a minute more than a short day", "2027-03-27T10:00:00+01:00", "2027-03-28T10:01:00+02:00", 2],
    ["1 to 31 October", "2027-10-01T10:00:00+02:00", "2027-10-31T10:00:00+01:00", 30],
    ["a millisecond", "2027-10-01T10:00:00.000+02:00", "2027-10-01T10:00:00.001+02:00", 1],
    ["nothing", "2027-10-01T10:00:00+02:00", "2027-10-01T10:00:00+02:00", 0],
    ["less than nothing", "2027-10-01T10:00:00+02:00", "2027-09-30T10:00:00+02:00", 0],
    ["from a time that the next day skips", "2027-03-27T02:30:00+01:00", "2027-03-28T03:30:00+02:00", 1],
    ["to the first of two equal times", "2027-10-30T02:30:00+02:00", "2027-10-31T02:30:00+02:00", 1],
    ["to the second of two equal times", "2027-10-30T02:30:00+02:00", "2027-10-31T02:30:00+01:00", 2],
  ])("%s", (_what, start, end, days) => {
    expect(startedDays(at(start), at(end), paris)).toBe(days);
  });

  test("are n for n local days, wherever changes of clocks lie, and n + 1 a millisecond later", () => {
    fc.assert(
      fc.property(daytimes, fc.integer({ min: 1, max: 800 }), ([start, timeZone], days) => {
        const end = addDays(start, days, { timeZone });
        expect(localOf(end, timeZone).slice(11)).toBe(localOf(start, timeZone).slice(11));
        expect(startedDays(start, end, { timeZone })).toBe(days);
        expect(startedDays(start, new Date(end.getTime() + 1), { timeZone })).toBe(days + 1);
      }),
    );
  });

  test("are the least number with which the start reaches the end", () => {
    fc.assert(
      fc.property(starts, zones, fc.integer({ min: 1, max: 800 * 86_400_000 }), (start, timeZone, ms) => {
        const end = new Date(start.getTime() + ms);
        const days = startedDays(start, end, { timeZone });
        expect(addDays(start, days, { timeZone }).getTime()).toBeGreaterThanOrEqual(end.getTime());
        expect(addDays(start, days - 1, { timeZone }).getTime()).toBeLessThan(end.getTime());
      }),
    );
  });
});

// rules/calendar.md#months-1
describe("adding months", () => {
  test.each([
    ["2027-01-15T10:00:00+01:00", 6, "2027-07-15T10:00:00+02:00"],
    ["2027-03-01T00:00:00+01:00", 12, "2028-03-01T00:00:00+01:00"],
    ["2027-05-01T00:00:00+02:00", 1, "2027-06-01T00:00:00+02:00"],
    ["2027-01-31T10:00:00+01:00", 1, "2027-02-28T10:00:00+01:00"],
    ["2028-01-31T10:00:00+01:00", 1, "2028-02-29T10:00:00+01:00"],
    ["2027-03-31T10:00:00+02:00", -1, "2027-02-28T10:00:00+01:00"],
    // Half past two does not exist on 28 March 2027, and comes twice on 31 October.
    ["2027-02-28T02:30:00+01:00", 1, "2027-03-28T03:30:00+02:00"],
    ["2027-09-30T02:30:00+02:00", 1, "2027-10-30T02:30:00+02:00"],
    ["2027-08-31T02:30:00+02:00", 2, "2027-10-31T02:30:00+02:00"],
  ])("to %s, %i, gives %s", (start, months, end) => {
    expect(addMonths(at(start), months, paris)).toEqual(at(end));
  });

  test("keeps the local time, and the day or the last day of the month", () => {
    fc.assert(
      fc.property(daytimes, fc.integer({ min: -60, max: 60 }), ([start, timeZone], months) => {
        const [from, to] = [localOf(start, timeZone), localOf(addMonths(start, months, inZone(timeZone)), timeZone)];
        const monthOf = (local: string) => Number(local.slice(0, 4)) * 12 + Number(local.slice(5, 7));
        expect(monthOf(to) - monthOf(from)).toBe(months);
        expect(to.slice(10)).toBe(from.slice(10));
        expect(Number(to.slice(8, 10))).toBeLessThanOrEqual(Number(from.slice(8, 10)));
      }),
    );
  });

  test("and removing them again leads back from every day that both months have", () => {
    fc.assert(
      fc.property(daytimes, fc.integer({ min: 0, max: 60 }), ([start, timeZone], months) => {
        fc.pre(Number(localOf(start, timeZone).slice(8, 10)) <= 28);
        const calendar = inZone(timeZone);
        expect(addMonths(addMonths(start, months, calendar), -months, calendar)).toEqual(start);
      }),
    );
  });

  test("agrees with counting them", () => {
    fc.assert(
      fc.property(daytimes, fc.integer({ min: 1, max: 60 }), ([start, timeZone], months) => {
        const calendar = inZone(timeZone);
        const end = addMonths(start, months, calendar);
        expect(startedMonths(start, end, calendar)).toBe(months);
        expect(startedMonths(start, new Date(end.getTime() + 1), calendar)).toBe(months + 1);
      }),
    );
  });

  test("never reverses the order of two instants, until the 28th of a month", () => {
    fc.assert(
      fc.property(daytimes, fc.nat({ max: 3 * 86_400_000 }), fc.integer({ min: -24, max: 24 }), ([start, timeZone], ms, months) => {
        const later = new Date(start.getTime() + ms);
        fc.pre(Number(localOf(later, timeZone).slice(11, 13)) >= 4);
        // The 29th to 31st become the last day of a shorter month, each at its own time.
        fc.pre([start, later].every((instant) => Number(localOf(instant, timeZone).slice(8, 10)) <= 28));
        const [one, other] = [start, later].map((instant) => addMonths(instant, months, inZone(timeZone)).getTime());
        expect(one).toBeLessThanOrEqual(other ?? 0);
      }),
    );
  });
});

// rules/calendar.md#months-2
test("an LMD for May pays one month, for 1 to 31 May and a minute as well, and two from the next day on", () => {
  const may = at("2027-05-01T00:00:00+02:00");
  expect(startedMonths(may, at("2027-06-01T00:00:00+02:00"), paris)).toBe(1);
  expect(startedMonths(may, at("2027-05-31T00:01:00+02:00"), paris)).toBe(1);
  expect(startedMonths(may, at("2027-06-01T00:00:00.001+02:00"), paris)).toBe(2);
  // In UTC the same May has 30 days from 30 April on, and a second month begins.
  expect(startedMonths(may, at("2027-06-01T00:00:00+02:00"), utc)).toBe(2);
});

/** The ends of a chain of renewals, as local times. */
function chainOf(start: Date, end: Date, months: number, count: number, timeZone: string): string[] {
  const ends = [localOf(end, timeZone)];
  let period = { start, end, ...inZone(timeZone) };
  for (let place = 0; place < count; place += 1) {
    const renewalDay = renewalDayAfter(period.start, period.end, period);
    const next = addMonths(period.end, months, { timeZone, renewalDay });
    expect(startedMonths(period.end, next, { timeZone, renewalDay })).toBe(months);
    period = { start: period.end, end: next, timeZone, renewalDay };
    ends.push(localOf(next, timeZone));
  }
  return ends;
}

// rules/calendar.md#months-4, #months-5
describe("a chain of renewals", () => {
  test.each([
    ["the 31st", "2026-12-31T10:00:00+01:00", "2027-01-31T10:00:00+01:00", ["01-31", "02-28", "03-31", "04-30", "05-31"]],
    ["the 31st, first renewed in February", "2027-01-31T10:00:00+01:00", "2027-02-28T10:00:00+01:00", ["02-28", "03-31", "04-30", "05-31"]],
    ["the 29th", "2026-12-29T10:00:00+01:00", "2027-01-29T10:00:00+01:00", ["01-29", "02-28", "03-29", "04-29"]],
    ["the 28th", "2027-01-28T10:00:00+01:00", "2027-02-28T10:00:00+01:00", ["02-28", "03-28", "04-28"]],
    ["a calendar month", "2027-05-01T00:00:00+02:00", "2027-06-01T00:00:00+02:00", ["06-01", "07-01", "08-01", "09-01"]],
    ["a calendar month to its last second", "2027-06-01T00:00:00+02:00", "2027-06-30T23:59:59+02:00", ["06-30", "07-31", "08-31", "09-30"]],
    ["a month to the evening before the 31st", "2027-01-31T00:00:00+01:00", "2027-02-27T23:59:59+01:00", ["02-27", "03-30", "04-30"]],
    ["a period that ends on another day", "2027-01-10T10:00:00+01:00", "2027-03-31T10:00:00+02:00", ["03-31", "04-30", "05-31"]],
  ])("keeps the day on which it began: %s", (_what, start, end, days) => {
    expect(chainOf(at(start), at(end), 1, days.length - 1, "Europe/Paris").map((local) => local.slice(5, 10))).toEqual(days);
  });

  test("has the day of its start in every month that has it, and the time of its start", () => {
    fc.assert(
      fc.property(daytimes, fc.integer({ min: 1, max: 12 }), ([start, timeZone], months) => {
        const first = localOf(start, timeZone);
        for (const local of chainOf(start, addMonths(start, months, inZone(timeZone)), months, 24, timeZone)) {
          const last = new Date(Date.UTC(Number(local.slice(0, 4)), Number(local.slice(5, 7)), 0)).getUTCDate();
          expect(Number(local.slice(8, 10))).toBe(Math.min(Number(first.slice(8, 10)), last));
          expect(local.slice(10)).toBe(first.slice(10));
        }
      }),
      { numRuns: 50 },
    );
  });
});

// rules/calendar.md#months-6
test("a duration has local months and days, and real hours", () => {
  const start = at("2027-09-30T10:00:00+02:00");
  expect(addDuration(start, { months: 1, days: 1, ms: 0 }, paris)).toEqual(at("2027-10-31T10:00:00+01:00"));
  expect(addDuration(at("2027-10-30T10:00:00+02:00"), { months: 0, days: 0, ms: 24 * 3_600_000 }, paris)).toEqual(
    at("2027-10-31T09:00:00+01:00"),
  );
});
