import { expect, test } from "vitest";
import { typedMonth } from "#lib/developer/search/typed-month.ts";

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
