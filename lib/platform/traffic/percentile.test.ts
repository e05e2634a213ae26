import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classesPerDoubling, classOf } from "#lib/platform/traffic/ranges.ts";
import { percentileMicros } from "#lib/platform/traffic/traffic.ts";

function countByClass(durations: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const micros of durations) {
    const durationClass = classOf(micros);
    counts.set(durationClass, (counts.get(durationClass) ?? 0) + 1);
  }
  return counts;
}

/** By nearest rank. */
function exactly(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

describe("a percentile of counted durations", () => {
  test("is exact to half a class, whatever the durations and their order", () => {
    const durations = fc.array(fc.integer({ min: 1, max: 60_000_000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99, 1), (measured, share) => {
        const found = percentileMicros(countByClass(measured), share) ?? Number.NaN;
        expect(Math.abs(Math.log2(found / exactly(measured, share)))).toBeLessThanOrEqual(0.5 / classesPerDoubling + 1e-9);
      }),
    );
  });

  test.each([
    {
      counts: [
        [80, 19],
        [120, 1],
      ],
      is: 80,
    },
    {
      counts: [
        [80, 18],
        [120, 2],
      ],
      is: 120,
    },
    {
      counts: [
        [120, 5],
        [80, 95],
      ],
      is: 80,
    },
    { counts: [[40, 1]], is: 40 },
    { counts: [[0, 1]], is: 0 },
  ] as { counts: [number, number][]; is: number }[])("p95 of $counts is in the class $is", ({ counts, is }) => {
    expect(percentileMicros(new Map(counts), 0.95)).toBe(2 ** (is / classesPerDoubling));
  });

  test("of no durations is undefined", () => {
    expect(percentileMicros(new Map(), 0.95)).toBeNull();
    expect(percentileMicros(new Map([[80, 0]]), 0.95)).toBeNull();
  });
});
