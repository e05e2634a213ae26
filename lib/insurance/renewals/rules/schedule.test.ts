import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptedEnds } from "#lib/insurance/catalogue/period.ts";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { noon, sampleContract, sampleRenewal } from "#lib/insurance/renewals/rules/renewal.fixture.ts";
import { assertLength, isNoticeDue, ownLength, scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

const instants = fc.date({ min: noon("2000-01-01"), max: noon("2100-01-01"), noInvalidDate: true });

describe("the notice of a renewal", () => {
  // rules/renewals.md#notice-1
  test.each([
    ["2027-05-15", "2027-04-15"],
    ["2027-03-31", "2027-02-28"],
    ["2028-03-31", "2028-02-29"],
    ["2028-03-29", "2028-02-29"],
    ["2028-02-29", "2028-01-29"],
    ["2027-01-31", "2026-12-31"],
    ["2027-07-31", "2027-06-30"],
    ["2027-12-31", "2027-11-30"],
  ])("for %s is sent on %s, at the same time of day", (end, notice) => {
    expect(scheduleFor(noon(end), utc)).toEqual({ renewalScheduledFor: noon(end), notificationScheduledFor: noon(notice) });
  });
});

describe("the duration of a contract in months", () => {
  test.each([
    ["2027-01-15", "2027-04-15", 3],
    ["2027-01-31", "2027-02-28", 1],
    ["2028-01-31", "2028-02-29", 1],
    ["2027-01-31", "2027-03-30", 2],
    ["2027-01-31", "2027-03-10", 1],
    ["2027-01-31", "2027-03-31", 2],
    ["2027-02-28", "2027-03-31", 1],
    ["2027-08-31", "2028-02-29", 6],
    ["2027-02-28", "2028-02-28", 12],
    ["2027-02-28", "2028-02-29", 12],
    ["2028-02-29", "2029-02-28", 12],
    ["2028-02-29", "2032-02-29", 48],
    ["2027-03-01", "2028-02-29", 12],
    ["2027-03-01", "2029-02-28", 24],
    ["2027-11-20", "2032-11-20", 60],
  ])("from %s to %s is %i months", (start, end, months) => {
    expect(ownLength({ startDate: noon(start), endDate: noon(end), ...utc })).toBe(months);
  });

  test("does not change by the hour of daylight saving", () => {
    expect(ownLength({ startDate: new Date("2027-01-15T00:00:00+01:00"), endDate: new Date("2027-04-15T00:00:00+02:00"), ...utc })).toBe(3);
  });

  test("is the number that was added to its start", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 60 }), (startDate, months) => {
        expect(ownLength({ startDate, endDate: addMonths(startDate, months), ...utc })).toBe(months);
      }),
    );
  });

  test("is the closest number", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 31, max: 1900 }), fc.nat({ max: 86_399_999 }), (startDate, days, ms) => {
        const endDate = new Date(startDate.getTime() + days * 86_400_000 + ms);
        const months = ownLength({ startDate, endDate, ...utc });
        const distance = (length: number) => Math.abs(addMonths(startDate, length).getTime() - endDate.getTime());
        expect(distance(months)).toBeLessThanOrEqual(Math.min(distance(months - 1), distance(months + 1)));
      }),
    );
  });

  test("fits the contract's type for any dates, so that a renewal by default is never refused", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("LMD" as const, "LLD" as const),
        instants,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (type, startDate, part) => {
          const { earliest, latest } = acceptedEnds(type, startDate, utc);
          const endDate = new Date(earliest.getTime() + Math.floor(part * (latest.getTime() - earliest.getTime())));
          const period = { startDate, endDate, ...utc };
          expect(faultOf(() => assertLength({ contractType: type, ...period }, ownLength(period)))).toBeUndefined();
        },
      ),
    );
  });
});

describe("the duration of a renewal", () => {
  const anyEnd = fc.oneof(instants, fc.constantFrom(noon("2028-02-29"), noon("2027-02-28"), noon("2027-01-31")));

  test.each([
    ["LMD", 1, 12],
    ["LLD", 12, 60],
  ] as const)("of an %s is %i to %i months, wherever it starts", (contractType, least, most) => {
    fc.assert(
      fc.property(anyEnd, fc.integer({ min: 1, max: 60 }), (endDate, months) => {
        const error = faultOf(() => assertLength({ contractType, startDate: endDate, endDate, ...utc }, months));
        expect(error).toBe(months >= least && months <= most ? undefined : "INVALID_PERIOD");
      }),
    );
  });

  // rules/renewals.md#configure-5
  test("is refused if it does not fit, and the refusal names what does", () => {
    expect(() => assertLength({ contractType: "LLD", startDate: noon("2027-02-28"), endDate: noon("2028-02-29"), ...utc }, 6)).toThrow(
      "duration_months 6 does not fit LLD: the next contract would end on 2028-08-29T12:00:00.000Z, and must end between 2029-02-27T12:00:00.001Z and 2033-02-28T12:00:00.000Z",
    );
  });
});

const day = noon("2027-04-01");

test("a notice is due from its time until the contract's end", () => {
  const dueAt = (now: Date) => isNoticeDue(sampleContract(), sampleRenewal(), now);
  expect(dueAt(new Date(day.getTime() - 1))).toBe(false);
  expect(dueAt(day)).toBe(true);
  expect(dueAt(new Date(noon("2027-05-01").getTime() - 1))).toBe(true);
  expect(dueAt(noon("2027-05-01"))).toBe(false);
});

describe("no notice of a renewal is due", () => {
  test.each<[string, Partial<Renewal>, Partial<RenewableContract>]>([
    ["that goes without notices", { useNotification: false }, {}],
    ["that was told of", { notifiedAt: day }, {}],
    ["that was rejected", { rejectedAt: day }, {}],
    ["that was applied", { appliedAt: day, nextCid: "next" }, {}],
    ["that ended with its contract", { droppedAt: day }, {}],
    ["whose contract was cancelled", {}, { status: "cancel" }],
    ["whose contract was terminated", {}, { status: "terminated" }],
    ["whose contract closed", {}, { status: "closed" }],
  ])("%s", (_what, renewal, contract) => {
    expect(isNoticeDue(sampleContract(contract), sampleRenewal(renewal), day)).toBe(false);
  });
});
