import { expect, test } from "vitest";
import { typedDay, typedMonth } from "#lib/developer/search/typed-dates.ts";

// rules/search.md#palette-3
test.each([
  ...(["2026-11-12", "12/11/2026", "12.11.2026", "12-11-2026", "12 November 2026", "12 nov 2026", "November 12, 2026"] as const),
  ...(["12 novembre 2026", "le 12 novembre 2026", "12 NOV. 2026", "12th of November", "12 nov", "12 novembre", "12/11"] as const),
])("%s is 12 November 2026", (typed) => {
  expect(typedDay(typed, "2026-11-28")).toBe("2026-11-12");
});

// rules/search.md#palette-3
test.each([
  ["28 nov", "2026-11-28"],
  ["29 nov", "2025-11-29"],
  ["1er décembre", "2025-12-01"],
  ["29 février", "2024-02-29"],
  ["29 november 2026", "2026-11-29"],
  ["1/8/2026", "2026-08-01"],
  ["3 aout", "2026-08-03"],
  ["today", "2026-11-28"],
  ["aujourd’hui", "2026-11-28"],
  ["Aujourd'hui", "2026-11-28"],
  ["yesterday", "2026-11-27"],
  ["hier", "2026-11-27"],
])("on 28 November 2026, %s is %s: without a year, the last such day", (typed, day) => {
  expect(typedDay(typed, "2026-11-28")).toBe(day);
});

test("on the first of a month, yesterday is the last of the month before", () => {
  expect(typedDay("hier", "2027-01-01")).toBe("2026-12-31");
});

test.each([
  ...["", "12", "nov", "november 2026", "2026-11", "12-11", "12 11", "30 february 2026", "31/11", "2026-13-01", "11/13/2026"],
  ...["12 jui", "12 no", "12 bananas", "contract 12 november 2026", "0000-11-12", "2026-11-12T10:00", "2026-10-1a2b3c4d", "today today"],
])("“%s” is no day", (typed) => {
  expect(typedDay(typed, "2026-11-28")).toBeUndefined();
});

// rules/search.md#palette-3
test.each([
  ["october 2026", "2026-10", "October 2026"],
  ["October  2026", "2026-10", "October 2026"],
  ["2026 october", "2026-10", "October 2026"],
  ["oct 2026", "2026-10", "October 2026"],
  ["octobre 2026", "2026-10", "octobre 2026"],
  ["relevé d’octobre 2026", "2026-10", "octobre 2026"],
  ["the statement of october 2026", "2026-10", "October 2026"],
  ["fevrier 2027", "2027-02", "février 2027"],
  ["août 2026", "2026-08", "août 2026"],
  ["2026-10", "2026-10", "2026-10"],
  ["10/2026", "2026-10", "2026-10"],
  ["invoice 2026-9", "2026-09", "2026-09"],
  ["2026-10-1a2b3c4d", "2026-10", "2026-10-1A2B3C4D"],
  ["october", "2026-10", "October 2026"],
  ["january", "2027-01", "January 2027"],
  ["mars", "2026-03", "mars 2026"],
])("%s is the month %s", (typed, month, title) => {
  expect(typedMonth(typed, "2027-02")).toMatchObject({ month, title });
});

test.each([
  ...["", "oct", "ju 2026", "ma 2026", "jui 2026", "october 26", "2026", "2026-13", "2026-10-31", "contract october 2026"],
  ...["12 october 2026", "october 2026 paris"],
])("“%s” is no month", (typed) => {
  expect(typedMonth(typed, "2027-02")).toBeUndefined();
});
