import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axisTicks, labelledPoints, linePath } from "#components/portal/chart-scale.ts";

describe("the axis of a chart", () => {
  test.each([
    { highest: 0, ticks: [0, 1] },
    { highest: 1, ticks: [0, 1] },
    { highest: 3, ticks: [0, 1, 2, 3] },
    { highest: 10, ticks: [0, 2, 4, 6, 8, 10] },
    { highest: 340, ticks: [0, 100, 200, 300, 400] },
    { highest: 4_800_000, ticks: [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000] },
  ])("of counts up to $highest has the values $ticks", ({ highest, ticks }) => {
    expect(axisTicks(highest, true)).toEqual(ticks);
  });

  test.each([
    { highest: 0, ticks: [0, 1] },
    { highest: 0.034, ticks: [0, 0.01, 0.02, 0.03, 0.04] },
    { highest: 0.9, ticks: [0, 0.25, 0.5, 0.75, 1] },
  ])("of shares up to $highest has the values $ticks", ({ highest, ticks }) => {
    expect(axisTicks(highest, false)).toEqual(ticks);
  });

  test("reaches the highest value in a few even steps", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.double({ min: 1e-6, max: 1e9, noNaN: true })), fc.boolean(), (highest, isWhole) => {
        const ticks = axisTicks(isWhole ? Math.round(highest) : highest, isWhole);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual((isWhole ? Math.round(highest) : highest) * 0.999999);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(9);
        if (isWhole) for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
      }),
    );
  });
});

describe("the names below a chart", () => {
  test.each([
    { count: 0, points: [] },
    { count: 1, points: [0] },
    { count: 7, points: [0, 2, 4, 6] },
    { count: 24, points: [3, 7, 11, 15, 19, 23] },
    { count: 30, points: [4, 9, 14, 19, 24, 29] },
  ])("of $count points are those of $points", ({ count, points }) => {
    expect(labelledPoints(count, 6)).toEqual(points);
  });
});

describe("a line", () => {
  test("is broken where nothing was measured", () => {
    expect(linePath([0, 10, null, 5], 10)).toBe("M12.50 100.00L37.50 0.00M87.50 50.00");
    expect(linePath([], 1)).toBe("");
  });
});
