import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaPath, axisLabels, axisTicks, linePath, isolatedPoints } from "#components/kit/chart/chart-scale.ts";

describe("the axis of a chart", () => {
  test.each([
    { highest: 0, ticks: [0, 1] },
    { highest: 1, ticks: [0, 1] },
    { highest: 3, ticks: [0, 1, 2, 3] },
    { highest: 7, ticks: [0, 2, 4, 6, 8] },
    { highest: 10, ticks: [0, 5, 10] },
    { highest: 340, ticks: [0, 100, 200, 300, 400] },
    { highest: 4_800_000, ticks: [0, 2_000_000, 4_000_000, 6_000_000] },
  ])("for counts up to $highest has the values $ticks", ({ highest, ticks }) => {
    expect(axisTicks(highest, true)).toEqual(ticks);
  });

  test.each([
    { highest: 0, ticks: [0, 1] },
    { highest: 0.034, ticks: [0, 0.01, 0.02, 0.03, 0.04] },
    { highest: 0.9, ticks: [0, 0.25, 0.5, 0.75, 1] },
    { highest: 12.5, ticks: [0, 5, 10, 15] },
  ])("for fractions up to $highest has the values $ticks", ({ highest, ticks }) => {
    expect(axisTicks(highest, false)).toEqual(ticks);
  });

  test("reaches the highest value in a few even steps", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.double({ min: 1e-6, max: 1e9, noNaN: true })), fc.boolean(), (value, isWhole) => {
        const highest = isWhole ? Math.round(value) : value;
        const ticks = axisTicks(highest, isWhole);
        const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * 0.999999);
        expect(ticks.length).toBeLessThanOrEqual(5);
        for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 6);
        if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe("the time labels of a chart", () => {
  const clocks = (day: string, hours: readonly number[]) => hours.map((hour) => ({ day, hour }));

  test("are at every fourth hour of the clock", () => {
    const hours = [...clocks("2027-06-11", [21, 22, 23]), ...clocks("2027-06-12", [0, 1, 2, 3, 4, 5])];
    expect(axisLabels("hour", hours)).toEqual([
      { position: 3.5, index: 3, isMinor: false },
      { position: 7.5, index: 7, isMinor: true },
    ]);
  });

  test("are at every fifth day, including the last one", () => {
    const days = Array.from({ length: 30 }, (_, index) => ({ day: String(index), hour: 0 }));
    expect(axisLabels("day", days).map(({ index, isMinor }) => [index, isMinor])).toEqual([
      [4, true],
      [9, false],
      [14, true],
      [19, false],
      [24, true],
      [29, false],
    ]);
  });

  test("for months are all of them, every second one where there is little room", () => {
    const months = Array.from({ length: 4 }, (_, index) => ({ day: String(index), hour: 0 }));
    expect(axisLabels("month", months).map(({ index, isMinor }) => [index, isMinor])).toEqual([
      [0, true],
      [1, false],
      [2, true],
      [3, false],
    ]);
  });

  test("for quarter days are the days, each below its middle if most of the day is in the chart", () => {
    const quarters = [...clocks("2027-06-10", [12, 18]), ...clocks("2027-06-11", [0, 6, 12, 18]), ...clocks("2027-06-12", [0, 6, 12])];
    expect(axisLabels("quarter", quarters).map(({ position, index }) => [position, index])).toEqual([
      [4, 2],
      [7.5, 6],
    ]);
  });
});

describe("a line of a chart", () => {
  test("is interrupted where nothing was measured", () => {
    expect(linePath([1, 2, null, 4], 4)).toBe("M12.50 75.00L37.50 50.00M87.50 0.00");
    expect(linePath([], 1)).toBe("");
  });

  test("lies on the axis where a value is below it", () => {
    expect(linePath([-2, 4], 4)).toBe("M25.00 100.00L75.00 0.00");
  });

  test("lies on the upper edge where a value is above it", () => {
    expect(linePath([60, 1], 2)).toBe("M25.00 0.00L75.00 50.00");
  });

  test("fills the area down to the axis under each of its parts", () => {
    expect(areaPath([1, 2, null, 4], 4)).toBe("M12.50 100L12.50 75.00L37.50 50.00L37.50 100ZM87.50 100L87.50 0.00L87.50 100Z");
  });

  test("shows isolated points, even at zero", () => {
    expect(isolatedPoints([1, null, 0, null, 2, 3])).toEqual([0, 2]);
    expect(isolatedPoints([null, null])).toEqual([]);
  });
});
