import { describe, expect, test } from "vitest";
import { closingOf, monthAfter, monthOf, monthsFrom, startOfMonth } from "#lib/insurance/statements/rules/months.ts";

describe("a month of a statement", () => {
  // rules/calendar.md#months-3
  // rules/statements.md#month-1
  test.each([
    { at: "2027-01-31T22:59:59.999Z", month: "2027-01" },
    { at: "2027-01-31T23:00:00.000Z", month: "2027-02" },
    { at: "2027-03-31T21:59:59.999Z", month: "2027-03" },
    { at: "2027-03-31T22:00:00.000Z", month: "2027-04" },
    { at: "2027-10-31T22:59:59.999Z", month: "2027-10" },
    { at: "2027-10-31T23:00:00.000Z", month: "2027-11" },
    { at: "2027-12-31T23:00:00.000Z", month: "2028-01" },
  ])("follows Paris time, in winter and in summer: $at is in $month", ({ at, month }) => {
    expect(monthOf(new Date(at))).toBe(month);
  });

  // rules/statements.md#month-1, #month-2
  test.each([
    { month: "2027-01", from: "2026-12-31T23:00:00.000Z", closes: "2027-02-02T23:00:00.000Z" },
    { month: "2027-03", from: "2027-02-28T23:00:00.000Z", closes: "2027-04-02T22:00:00.000Z" },
    { month: "2027-10", from: "2027-09-30T22:00:00.000Z", closes: "2027-11-02T23:00:00.000Z" },
    { month: "2027-12", from: "2027-11-30T23:00:00.000Z", closes: "2028-01-02T23:00:00.000Z" },
  ])("begins at midnight and closes on the third of the next month: $month", ({ month, from, closes }) => {
    expect(startOfMonth(month).toISOString()).toBe(from);
    expect(closingOf(month).toISOString()).toBe(closes);
  });

  test("follows the previous one across the end of a year", () => {
    expect(monthAfter("2027-12")).toBe("2028-01");
    expect(monthsFrom("2026-11", "2027-02")).toEqual(["2027-02", "2027-01", "2026-12", "2026-11"]);
    expect(monthsFrom("2027-02", "2027-01")).toEqual([]);
  });
});
