import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addMonths, parseInstant, startedDays, startedMonths } from "#lib/time/dates.ts";

const msPerDay = 86_400_000;
const at = (text: string): Date => new Date(text);
const dates = fc.date({ min: at("1900-01-01T00:00:00.000Z"), max: at("2400-01-01T00:00:00.000Z"), noInvalidDate: true });
const periods = fc
  .tuple(dates, fc.integer({ min: 1, max: 70 * 365 * msPerDay }))
  .map(([start, length]) => ({ start, end: new Date(start.getTime() + length) }));
const months = fc.integer({ min: -120, max: 120 });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("parseInstant", () => {
  it.each([
    ["2027-01-31T09:00:00.000Z", "2027-01-31T09:00:00.000Z"],
    ["2027-01-31T09:00:00Z", "2027-01-31T09:00:00.000Z"],
    ["2027-01-31T09:00Z", "2027-01-31T09:00:00.000Z"],
    ["2027-01-31T09:00:00.5Z", "2027-01-31T09:00:00.500Z"],
    ["2027-01-31T09:00:00,25Z", "2027-01-31T09:00:00.250Z"],
    ["2027-01-31T09:00:00.123456Z", "2027-01-31T09:00:00.123Z"],
    ["2027-01-31T09:00:00.999999999Z", "2027-01-31T09:00:00.999Z"],
    ["2027-01-31t09:00:00z", "2027-01-31T09:00:00.000Z"],
    ["2027-01-31T09:00:00+01:00", "2027-01-31T08:00:00.000Z"],
    ["2027-01-31T09:00:00-0530", "2027-01-31T14:30:00.000Z"],
    ["2027-01-31T09:00:00+02", "2027-01-31T07:00:00.000Z"],
    ["2027-01-31T09:00-05", "2027-01-31T14:00:00.000Z"],
    ["2027-01-31T09:00:00-00:00", "2027-01-31T09:00:00.000Z"],
    ["2027-01-01T00:00:00+23:59", "2026-12-31T00:01:00.000Z"],
    ["2027-01-31T24:00:00Z", "2027-02-01T00:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "2028-02-29T12:00:00.000Z"],
    ["2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000Z"],
    ["0096-02-29T12:00:00Z", "0096-02-29T12:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("reads %s", (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  // rules/errors.md#requests-5
  it.each([
    ["no offset", "2027-01-31T09:00:00"],
    ["no offset and no seconds", "2027-01-31T09:00"],
    ["a date alone", "2027-01-31"],
    ["a date with an offset", "2027-01-31Z"],
    ["30 February", "2027-02-30T09:00:00Z"],
    ["29 February of a common year", "2027-02-29T09:00:00Z"],
    ["29 February of a common century", "2100-02-29T09:00:00Z"],
    ["29 February of the year 99", "0099-02-29T09:00:00Z"],
    ["31 April", "2027-04-31T09:00:00Z"],
    ["day 32", "2027-01-32T09:00:00Z"],
    ["day 0", "2027-01-00T09:00:00Z"],
    ["month 0", "2027-00-10T09:00:00Z"],
    ["month 13", "2027-13-10T09:00:00Z"],
    ["past the end of a day", "2027-01-31T24:00:00.001Z"],
    ["25 o'clock", "2027-01-31T25:00:00Z"],
    ["minute 60", "2027-01-31T09:60:00Z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["an offset of 24 hours", "2027-01-31T09:00:00+24:00"],
    ["an offset with 60 minutes", "2027-01-31T09:00:00+01:60"],
    ["an offset of one digit", "2027-01-31T09:00:00+1"],
    ["an offset of three digits", "2027-01-31T09:00:00+010"],
    ["an offset with a colon and nothing after it", "2027-01-31T09:00:00+01:"],
    ["an offset with a typographic minus", "2027-01-31T09:00:00−01:00"],
    ["two offsets", "2027-01-31T09:00:00Z+01:00"],
    ["a named zone", "2027-01-31T09:00:00Europe/Paris"],
    ["an offset and a named zone", "2027-01-31T09:00:00+01:00[Europe/Paris]"],
    ["a week date", "2027-W05-7T09:00:00Z"],
    ["an ordinal date", "2027-031T09:00:00Z"],
    ["the basic form", "20270131T090000Z"],
    ["one-digit parts", "2027-1-31T9:00:00Z"],
    ["the year 10000", "10000-01-01T00:00:00Z"],
    ["an expanded year", "+010000-01-01T00:00:00Z"],
    ["a negative year", "-002027-01-31T09:00:00Z"],
    ["the year 0", "0000-06-01T09:00:00Z"],
    ["an instant that UTC puts into the year 0", "0001-01-01T00:00:00+01:00"],
    ["an instant that UTC puts into the year 10000", "9999-12-31T23:59:59-01:00"],
    ["the last midnight of 9999", "9999-12-31T24:00:00Z"],
    ["a space for the T", "2027-01-31 09:00:00Z"],
    ["a space before", " 2027-01-31T09:00:00Z"],
    ["a space after", "2027-01-31T09:00:00Z "],
    ["a line break after", "2027-01-31T09:00:00Z\n"],
    ["a space before the offset", "2027-01-31T09:00:00 +01:00"],
    ["digits of another script", "２０２７-01-31T09:00:00Z"],
    ["Arabic digits", "2027-01-٣١T09:00:00Z"],
    ["a fraction without digits", "2027-01-31T09:00:00.Z"],
    ["a fraction of a minute", "2027-01-31T09:00.5Z"],
    ["an English date", "Sun, 31 Jan 2027 09:00:00 GMT"],
    ["seconds since 1970", "1801386000"],
    ["nothing", ""],
    ["half a megabyte", "2027-01-31T09:00:00.".padEnd(500_000, "0")],
  ])("refuses %s", (_what, text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    1_801_386_000_000,
    true,
    ["2027-01-31T09:00:00Z"],
    { toString: () => "2027-01-31T09:00:00Z" },
    at("2027-01-31T09:00:00Z"),
  ])("refuses %s, which is no text", (value) => {
    expect(parseInstant(value)).toBeUndefined();
  });

  it("reads every instant of an answer, to the millisecond", () => {
    const shown = fc.date({ min: at("0001-01-01T00:00:00.000Z"), max: at("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
    fc.assert(
      fc.property(shown, (instant) => {
        expect(parseInstant(instant.toISOString())).toEqual(instant);
      }),
    );
  });

  it("reads the same instant in every offset and notation", () => {
    const ways = fc.constantFrom("±hh:mm", "±hhmm");
    fc.assert(
      fc.property(dates, fc.integer({ min: -1_439, max: 1_439 }), ways, (instant, offset, way) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hours = "", minutes = ""] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
          String(part).padStart(2, "0"),
        );
        const suffix = way
          .replace("±", offset < 0 ? "-" : "+")
          .replace("hh", hours)
          .replace("mm", minutes);
        expect(parseInstant(local + suffix)).toEqual(instant);
      }),
    );
  });

  it("returns an instant of the years 1 to 9999 or nothing, for any text", () => {
    const parts = fc.constantFrom("2027", "0000", "9999", "02", "30", "24", "60", "00", "-", ":", "T", "t", "Z", "+", ".", ",", " ", "W");
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(parts, { maxLength: 18 }).map((chosen) => chosen.join("")),
      fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const instant = parseInstant(text);
        if (instant !== undefined) expect(instant.toISOString()).toMatch(/^(?!0000)\d{4}-/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("addMonths", () => {
  // rules/calendar.md#months-1
  it.each([
    ["2027-01-31T09:00:00.000Z", 1, "2027-02-28T09:00:00.000Z"],
    ["2028-01-31T09:00:00.000Z", 1, "2028-02-29T09:00:00.000Z"],
    ["2027-01-31T09:00:00.000Z", 2, "2027-03-31T09:00:00.000Z"],
    ["2027-01-31T09:00:00.000Z", 3, "2027-04-30T09:00:00.000Z"],
    ["2028-02-29T23:59:59.999Z", 12, "2029-02-28T23:59:59.999Z"],
    ["2028-02-29T00:00:00.000Z", 48, "2032-02-29T00:00:00.000Z"],
    ["2027-03-31T09:00:00.000Z", -1, "2027-02-28T09:00:00.000Z"],
    ["2026-12-31T23:30:00.000Z", 2, "2027-02-28T23:30:00.000Z"],
    ["2027-01-15T09:00:00.000Z", 0, "2027-01-15T09:00:00.000Z"],
  ])("to %s, %d months, gives %s", (date, count, result) => {
    expect(addMonths(at(date), count).toISOString()).toBe(result);
  });

  it.each([
    ["Europe/Paris", "2027-02-28T01:30:00.000Z", "2027-03-28T01:30:00.000Z"],
    ["Europe/Paris", "2027-09-30T23:30:00.000Z", "2027-10-30T23:30:00.000Z"],
    ["America/New_York", "2027-01-01T01:00:00.000Z", "2027-02-01T01:00:00.000Z"],
    ["Pacific/Apia", "2011-11-30T12:00:00.000Z", "2011-12-30T12:00:00.000Z"],
  ])("keeps the UTC time of day on a machine in %s, despite daylight saving", (zone, date, result) => {
    vi.stubEnv("TZ", zone);
    expect(at(date).getTimezoneOffset(), "the machine's zone is changed").not.toBe(0);
    expect(addMonths(at(date), 1).toISOString()).toBe(result);
  });

  it("gives the same day of the target month, or its last day", () => {
    fc.assert(
      fc.property(dates, months, (date, count) => {
        const later = addMonths(date, count);
        const monthOf = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth();
        const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
        expect(monthOf(later) - monthOf(date)).toBe(count);
        expect(later.getUTCDate()).toBe(Math.min(date.getUTCDate(), lastDay));
        expect(later.toISOString().slice(10)).toBe(date.toISOString().slice(10));
      }),
    );
  });

  it("never reverses the order of two instants, and does not change its argument", () => {
    fc.assert(
      fc.property(dates, dates, months, (one, other, count) => {
        const before = one.getTime();
        if (one <= other) expect(addMonths(one, count).getTime()).toBeLessThanOrEqual(addMonths(other, count).getTime());
        expect(one.getTime()).toBe(before);
      }),
    );
  });
});

describe("startedDays", () => {
  const start = at("2027-03-27T23:00:00.000Z");
  // rules/calendar.md#months-2
  it.each([
    [-1, 0],
    [0, 0],
    [1, 1],
    [msPerDay - 1, 1],
    [msPerDay, 1],
    [msPerDay + 1, 2],
    [365 * msPerDay, 365],
    [365 * msPerDay + 1, 366],
  ])("counts %d ms as %d", (length, days) => {
    expect(startedDays(start, new Date(start.getTime() + length))).toBe(days);
  });

  it("is the smallest number of days that covers the period", () => {
    fc.assert(
      fc.property(periods, ({ start: begin, end }) => {
        const days = startedDays(begin, end);
        expect(begin.getTime() + days * msPerDay).toBeGreaterThanOrEqual(end.getTime());
        expect(begin.getTime() + (days - 1) * msPerDay).toBeLessThan(end.getTime());
      }),
    );
  });
});

describe("startedMonths", () => {
  // rules/calendar.md#months-2
  it.each([
    ["2027-01-31T09:00:00.000Z", "2027-01-31T09:00:00.000Z", 0],
    ["2027-01-31T09:00:00.000Z", "2026-01-31T09:00:00.000Z", 0],
    ["2027-01-31T09:00:00.000Z", "2027-01-31T09:00:00.001Z", 1],
    ["2027-01-31T09:00:00.000Z", "2027-02-01T09:00:00.000Z", 1],
    ["2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.000Z", 1],
    ["2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.001Z", 2],
    ["2027-01-31T09:00:00.000Z", "2027-03-31T09:00:00.000Z", 2],
    ["2027-01-31T09:00:00.000Z", "2027-03-31T09:00:00.001Z", 3],
    ["2027-02-28T09:00:00.000Z", "2027-03-28T09:00:00.000Z", 1],
    ["2027-02-28T09:00:00.000Z", "2027-03-31T09:00:00.000Z", 2],
    ["2028-02-29T09:00:00.000Z", "2029-02-28T09:00:00.000Z", 12],
    ["2027-12-15T09:00:00.000Z", "2028-01-15T08:59:59.999Z", 1],
    ["2027-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z", 60],
  ])("counts %s to %s as %d", (start, end, count) => {
    expect(startedMonths(at(start), at(end))).toBe(count);
  });

  it("is the smallest number of calendar months that covers the period", () => {
    fc.assert(
      fc.property(periods, ({ start, end }) => {
        const count = startedMonths(start, end);
        expect(addMonths(start, count).getTime()).toBeGreaterThanOrEqual(end.getTime());
        expect(addMonths(start, count - 1).getTime()).toBeLessThan(end.getTime());
      }),
    );
  });

  it("is exact for a whole number of calendar months", () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 60 }), (start, count) => {
        expect(startedMonths(start, addMonths(start, count))).toBe(count);
      }),
    );
  });
});
