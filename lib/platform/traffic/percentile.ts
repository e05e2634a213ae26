import { microsOfClass } from "#lib/platform/traffic/duration-class.ts";

/** The percentile in microseconds (0.95: p95) by nearest rank, from the number of calls per duration class; null without calls. */
export function percentileMicros(counts: ReadonlyMap<number, number>, share: number): number | null {
  const classes = [...counts].filter(([, calls]) => calls > 0).toSorted(([a], [b]) => a - b);
  const rank = classes.reduce((sum, [, calls]) => sum + calls, 0) * share;
  let passed = 0;
  for (const [durationClass, calls] of classes) {
    passed += calls;
    if (passed >= rank) return microsOfClass(durationClass);
  }
  return null;
}
