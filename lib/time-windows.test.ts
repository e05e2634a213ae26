import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeWindows } from "#lib/time-windows.ts";

const day = 86_400_000;
const moment = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2028-01-01") });

describe("the stretches of a time", () => {
  test("lead from its one end to the other without turning back", () => {
    fc.assert(
      fc.property(moment, moment, (from, to) => {
        const cuts = timeWindows({ from, to });
        const way = [from, ...cuts, to];
        const sorted = way.toSorted((a, b) => (from < to ? a - b : b - a));
        expect(way).toEqual(sorted);
        expect(new Set(cuts).size).toBe(cuts.length);
      }),
    );
  });

  test("are short at first, and then days", () => {
    const from = Date.parse("2027-03-10T12:00:00Z");
    const cuts = timeWindows({ from, to: from - 4 * day });
    expect(cuts.map((cut) => new Date(cut).toISOString())).toEqual([
      "2027-03-10T11:59:55.000Z",
      "2027-03-10T11:59:40.000Z",
      "2027-03-10T11:58:40.000Z",
      "2027-03-10T11:54:40.000Z",
      "2027-03-10T11:38:40.000Z",
      "2027-03-10T10:34:40.000Z",
      "2027-03-10T06:18:40.000Z",
      "2027-03-10T00:00:00.000Z",
      "2027-03-09T00:00:00.000Z",
      "2027-03-08T00:00:00.000Z",
      "2027-03-07T00:00:00.000Z",
    ]);
  });

  test("are few, however long the log is kept", () => {
    const from = Date.parse("2027-03-10T12:00:00Z");
    expect(timeWindows({ from, to: from - 365 * day }).length).toBeLessThan(90);
    expect(timeWindows({ from, to: from })).toEqual([]);
  });

  test("that go on begin on the day after", () => {
    const from = Date.parse("2027-03-10T00:00:00Z");
    expect(timeWindows({ from, to: from + 2 * day }).slice(7)).toEqual([from + day]);
  });
});
