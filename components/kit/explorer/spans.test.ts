import { expect, test } from "vitest";
import { spanOf, totalsOf } from "#components/kit/explorer/histogram.tsx";

const minute = 60_000;
const start = Date.parse("2027-03-01T10:00:00Z");
const points = Array.from({ length: 5 }, (_none, index) => ({
  at: new Date(start + index * minute),
  values: index === 2 ? { succeeded: 3, failed: 1 } : { succeeded: 1 },
}));

test.each([
  { anchor: 1, end: 3 },
  { anchor: 3, end: 1 },
])("bars from $anchor to $end are a time with the whole last bar, dragged either way", (range) => {
  expect(spanOf({ points, stepMs: minute }, range)).toEqual({ from: new Date(start + minute), until: new Date(start + 4 * minute) });
});

test("one bar is its own time", () => {
  expect(spanOf({ points, stepMs: minute }, { anchor: 4, end: 4 })).toEqual({
    from: new Date(start + 4 * minute),
    until: new Date(start + 5 * minute),
  });
});

test("a bar of a day ends where the next one begins, however long that day is", () => {
  const days = ["2027-03-26T23:00:00Z", "2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"].map((at) => ({ at: new Date(at), values: {} }));
  expect(spanOf({ points: days, stepMs: 24 * 60 * minute }, { anchor: 1, end: 1 })).toEqual({ from: days[1]?.at, until: days[2]?.at });
});

test("the totals of bars are the sums of their series", () => {
  expect(totalsOf(points)).toEqual({ succeeded: 7, failed: 1 });
});
