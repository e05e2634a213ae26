import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "#lib/platform/time/dates.ts";

const at = (text: string): Date => new Date(text);
const dates = fc.date({ min: at("1900-01-01T00:00:00.000Z"), max: at("2400-01-01T00:00:00.000Z"), noInvalidDate: true });

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
