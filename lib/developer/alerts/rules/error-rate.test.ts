import { expect, test } from "vitest";
import { judgeErrorRate } from "#lib/developer/alerts/rules/error-rate.ts";

const now = new Date("2027-03-01T10:20:00.000Z");
const [thisHour, hourBefore] = [new Date("2027-03-01T10:00:00.000Z"), new Date("2027-03-01T09:00:00.000Z")];
const none = { calls: 0, errors: 0 };

// rules/alerts.md#rules-1
test.each([
  ["no calls are no errors", none, none, { isHigh: false, mayLast: false }],
  ["all is well", { calls: 100, errors: 4 }, { calls: 100, errors: 4 }, { isHigh: false, mayLast: false }],
  ["exactly the threshold", { calls: 100, errors: 5 }, none, { isHigh: true, since: thisHour, calls: 100, errors: 5 }],
  [
    "a rise within the hour is seen whatever was before",
    { calls: 10, errors: 5 },
    { calls: 9_000, errors: 0 },
    { isHigh: true, since: thisHour, calls: 10, errors: 5 },
  ],
  [
    "few calls are judged with the hour before",
    { calls: 3, errors: 3 },
    { calls: 7, errors: 0 },
    { isHigh: true, since: hourBefore, calls: 10, errors: 3 },
  ],
  [
    "few calls in both hours begin no alert, and end none",
    { calls: 3, errors: 3 },
    { calls: 6, errors: 6 },
    { isHigh: false, mayLast: true },
  ],
  [
    "it began in the hour before",
    { calls: 20, errors: 10 },
    { calls: 20, errors: 2 },
    { isHigh: true, since: hourBefore, calls: 20, errors: 10 },
  ],
  ["better, but not for a whole hour", { calls: 50, errors: 0 }, { calls: 50, errors: 10 }, { isHigh: false, mayLast: true }],
  ["nothing is called any more", none, { calls: 5, errors: 5 }, { isHigh: false, mayLast: true }],
])("%s", (_name, present, before, verdict) => {
  expect(judgeErrorRate({ present, before }, 5, now)).toEqual(verdict);
});
