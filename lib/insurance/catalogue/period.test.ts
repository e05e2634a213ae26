import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import { termOf } from "#lib/insurance/catalogue/options.ts";
import {
  acceptedEnds,
  assertDuration,
  assertNotBackdated,
  assertNotEnded,
  readContractType,
  readPeriod,
} from "#lib/insurance/catalogue/period.ts";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

const instant = (text: string) => new Date(text);
const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
const anyStart = fc.date({ min: instant("2020-01-01T00:00:00Z"), max: instant("2090-01-01T00:00:00Z"), noInvalidDate: true });
const minute = 60_000;
const day = 24 * 60 * minute;

function durationError(contractType: ContractType, startDate: Date, endDate: Date): string | undefined {
  return faultOf(() => assertDuration(contractType, { startDate, endDate }, utc));
}

describe("the contract type", () => {
  // rules/contracts.md#types-1
  test.each([
    [undefined, "CONTRACT_TYPE_MISSING"],
    [null, "CONTRACT_TYPE_MISSING"],
    ["  ", "CONTRACT_TYPE_MISSING"],
    ["lld", "CONTRACT_TYPE_UNKNOWN"],
    ["constructor", "CONTRACT_TYPE_UNKNOWN"],
    [["LCD"], "CONTRACT_TYPE_UNKNOWN"],
    [0, "CONTRACT_TYPE_UNKNOWN"],
    ["LMD", "CONTRACT_TYPE_NOT_ALLOWED"],
    ["LLD", undefined],
  ])("%j for a renter of LCD and LLD: %s", (sent, error) => {
    expect(faultOf(() => readContractType(sent, ["LCD", "LLD"]))).toBe(error);
  });
});

describe("start and end relative to now", () => {
  // rules/contracts.md#create-2
  test("a start may be exactly 30 minutes ago, and not a millisecond more", () => {
    fc.assert(
      fc.property(anyStart, (now) => {
        expect(faultOf(() => assertNotBackdated(later(now, -30 * minute), now))).toBeUndefined();
        expect(faultOf(() => assertNotBackdated(later(now, -30 * minute - 1), now))).toBe("START_IN_PAST");
      }),
    );
  });

  // rules/contracts.md#create-3
  test("an end must leave some time to cover", () => {
    const now = instant("2027-03-01T09:00:00Z");
    expect(faultOf(() => assertNotEnded(now, now))).toBe("END_IN_PAST");
    expect(faultOf(() => assertNotEnded(later(now, 1), now))).toBeUndefined();
  });

  test.each([undefined, null])("a start_date of %s means now", (start_date) => {
    const now = instant("2027-03-01T09:00:00Z");
    expect(readPeriod({ start_date, end_date: "2027-03-02T10:00:00+01:00" }, "LCD", utc, now)).toEqual({
      startDate: now,
      endDate: instant("2027-03-02T09:00:00Z"),
    });
  });

  // rules/contracts.md#create-3
  test.each([
    "",
    "tomorrow",
    "2027-03-02",
    "2027-02-30T10:00:00Z",
    "2027-03-02T10:00:00",
    1_800_000_000_000,
    {},
    ["2027-03-02T10:00:00Z"],
    true,
  ])("the date %j does not parse", (date) => {
    const now = instant("2027-03-01T09:00:00Z");
    const end_date = "2027-03-02T10:00:00Z";
    expect(faultOf(() => readPeriod({ start_date: date, end_date }, "LCD", utc, now))).toBe("INVALID_PERIOD");
    expect(faultOf(() => readPeriod({ end_date: date }, "LCD", utc, now))).toBe(date === "" ? "END_MISSING" : "INVALID_PERIOD");
  });
});

describe("the duration", () => {
  test("an end must come after its start, whatever the contract type", () => {
    fc.assert(
      fc.property(fc.constantFrom(...contractTypes), anyStart, fc.nat(100 * day), (contractType, start, ms) => {
        expect(durationError(contractType, start, later(start, -ms))).toBe("END_BEFORE_START");
      }),
    );
  });

  // rules/contracts.md#types-2
  test("an LCD lasts up to 31 days of 24 hours, including the last millisecond", () => {
    fc.assert(
      fc.property(anyStart, fc.integer({ min: 1, max: 62 * day }), (start, ms) => {
        expect(durationError("LCD", start, later(start, ms))).toBe(ms <= 31 * day ? undefined : "INVALID_PERIOD");
        expect(durationError("LCD", start, later(start, 31 * day))).toBeUndefined();
        expect(durationError("LCD", start, later(start, 31 * day + 1))).toBe("INVALID_PERIOD");
      }),
    );
  });

  // rules/contracts.md#types-3, #types-4
  test.each([
    ["LMD", 1, 12],
    ["LLD", 12, 60],
  ] as const)(
    "an %s lasts %i to %i calendar months, both included to the millisecond; the minimum may fall short by less than a day",
    (contractType, least, most) => {
      fc.assert(
        fc.property(anyStart, fc.integer({ min: least, max: most }), (start, months) => {
          expect(durationError(contractType, start, addMonths(start, months))).toBeUndefined();
          expect(durationError(contractType, start, later(addMonths(start, least), 1 - day))).toBeUndefined();
          expect(durationError(contractType, start, later(addMonths(start, least), -day))).toBe("INVALID_PERIOD");
          expect(durationError(contractType, start, later(addMonths(start, most), 1))).toBe("INVALID_PERIOD");
        }),
      );
    },
  );

  // rules/contracts.md#types-4
  test("an end in the last second of the day before reaches the minimum of whole months", () => {
    const start = instant("2027-03-01T00:00:00Z");
    expect(durationError("LMD", start, instant("2027-03-31T23:59:59.999Z"))).toBeUndefined();
    expect(durationError("LLD", start, instant("2028-02-29T23:59:59.999Z"))).toBeUndefined();
    expect(durationError("LMD", start, instant("2027-03-31T00:00:00.000Z"))).toBe("INVALID_PERIOD");
  });

  // rules/contracts.md#types-3
  test("the end that a refusal suggests is accepted", () => {
    fc.assert(
      fc.property(fc.constantFrom(...contractTypes), anyStart, fc.integer({ min: 1, max: 2500 * day }), (contractType, startDate, ms) => {
        try {
          assertDuration(contractType, { startDate, endDate: later(startDate, ms) }, utc);
        } catch (error) {
          const named = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(error instanceof ApiError ? error.message : "")?.[0];
          expect(durationError(contractType, startDate, instant(named ?? ""))).toBeUndefined();
        }
      }),
    );
  });

  test.each<[ContractType, string, string, string]>([
    ["LMD", "2027-01-31T09:00:00Z", "2027-02-28T09:00:00Z", "2028-01-31T09:00:00Z"],
    ["LMD", "2028-01-31T09:00:00Z", "2028-02-29T09:00:00Z", "2029-01-31T09:00:00Z"],
    ["LMD", "2028-02-29T09:00:00Z", "2028-03-29T09:00:00Z", "2029-02-28T09:00:00Z"],
    ["LLD", "2028-02-29T09:00:00Z", "2029-02-28T09:00:00Z", "2033-02-28T09:00:00Z"],
    ["LCD", "2028-02-29T09:00:00Z", "2028-02-29T09:00:00Z", "2028-03-31T09:00:00Z"],
    // Across the nights in which Europe's clocks change, for a calendar without changes.
    ["LCD", "2027-03-15T00:00:00+01:00", "2027-03-15T00:00:00+01:00", "2027-04-15T01:00:00+02:00"],
    ["LCD", "2027-10-15T00:00:00+02:00", "2027-10-15T00:00:00+02:00", "2027-11-14T23:00:00+01:00"],
    ["LMD", "2027-03-28T02:30:00+01:00", "2027-04-28T03:30:00+02:00", "2028-03-28T03:30:00+02:00"],
    ["LMD", "2027-10-31T02:30:00+02:00", "2027-11-30T01:30:00+01:00", "2028-10-31T01:30:00+01:00"],
    ["LLD", "2027-10-31T02:30:00+01:00", "2028-10-31T02:30:00+01:00", "2032-10-31T02:30:00+01:00"],
  ])("an %s from %s ends between %s, or less than a day before that, and %s", (contractType, start, earliest, latest) => {
    const early = contractType === "LCD" ? 0 : 1 - day;
    expect(acceptedEnds(contractType, instant(start), utc)).toEqual({ earliest: later(instant(earliest), early), latest: instant(latest) });
  });
});

describe("the term", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  // rules/contracts.md#types-5
  test("of an LMD is long from exactly 6 calendar months on", () => {
    fc.assert(
      fc.property(anyStart, (startDate) => {
        const turn = addMonths(startDate, 6);
        expect(termOf("LMD", { startDate, endDate: turn }, utc)).toBe("LMD_6_months_or_more");
        expect(termOf("LMD", { startDate, endDate: later(turn, -1) }, utc)).toBe("LMD_under_6_months");
      }),
    );
  });

  test.each([
    ["2027-08-31T09:00:00Z", "2028-02-29T09:00:00Z"],
    ["2026-08-31T09:00:00Z", "2027-02-28T09:00:00Z"],
    ["2028-02-29T09:00:00Z", "2028-08-29T09:00:00Z"],
  ])("of an LMD counts 6 months from %s until %s", (start, turn) => {
    expect(termOf("LMD", { startDate: instant(start), endDate: instant(turn) }, utc)).toBe("LMD_6_months_or_more");
    expect(termOf("LMD", { startDate: instant(start), endDate: later(instant(turn), -1) }, utc)).toBe("LMD_under_6_months");
  });

  test.each(["LCD", "LLD"] as const)("of an %s is its type", (contractType) => {
    const startDate = instant("2027-03-01T09:00:00Z");
    expect(termOf(contractType, { startDate, endDate: addMonths(startDate, 12) }, utc)).toBe(contractType);
  });

  test("does not depend on the server's time zone", () => {
    vi.stubEnv("TZ", "Europe/Paris");
    expect(instant("2027-07-01T12:00:00Z").getTimezoneOffset()).toBe(-120);
    const startDate = instant("2027-03-27T23:30:00Z");
    expect(acceptedEnds("LMD", startDate, utc).earliest).toEqual(later(instant("2027-04-27T23:30:00Z"), 1 - day));
    expect(termOf("LMD", { startDate, endDate: instant("2027-09-27T23:30:00Z") }, utc)).toBe("LMD_6_months_or_more");
    expect(termOf("LMD", { startDate, endDate: instant("2027-09-27T23:29:59.999Z") }, utc)).toBe("LMD_under_6_months");
  });
});
