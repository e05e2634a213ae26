import { percentileMicros } from "#lib/calls/rules/percentile.ts";
import type { DeliveryOutcome } from "#lib/deliveries/schema.ts";
import type { Period } from "#lib/overview/rules/period.ts";

/** How many calls took a duration of a class, and how many of them failed. */
export type ClassCount = readonly [durationClass: number, calls: number, errors: number];

/** What was counted in a stretch of hours. */
export interface HourCounts {
  calls: readonly ClassCount[];
  deliveries: Readonly<Partial<Record<DeliveryOutcome, number>>>;
}

/** The figures of some hours. */
export interface Traffic extends Record<DeliveryOutcome, number> {
  calls: number;
  /** Those of them that answered 400 or more. */
  errors: number;
  /** What 95 % of the calls did not exceed, in milliseconds; null without calls. */
  p95Ms: number | null;
}

export interface Figures {
  /** From when on each point counts; the last one is not over yet. */
  points: (Traffic & { at: Date })[];
  total: Traffic;
  /** Against the same time one period earlier, complete hours only; null where there is nothing to compare with. */
  changes: {
    /** 0.1: a tenth more. */
    calls: number | null;
    /** In the share itself: 0.01 is from 2 % to 3 %. */
    errorRate: number | null;
    p95: number | null;
    deliveries: number | null;
  };
}

/** Sums up what was counted in the stretches of a period, in their order. Hours without traffic are zero, not missing. */
export function sumUp({ points, stretches }: Period, counts: readonly HourCounts[]): Figures {
  const sumOf = (isWanted: (stretch: Period["stretches"][number]) => boolean) =>
    addUp(counts.filter((_counts, index) => stretches[index] !== undefined && isWanted(stretches[index])));
  const before = sumOf(({ point }) => point === null);
  const complete = sumOf(({ point, isRunning }) => point !== null && !isRunning);
  return {
    points: points.map((at, index) => ({ at, ...sumOf(({ point }) => point === index) })),
    total: sumOf(({ point }) => point !== null),
    changes: {
      calls: growth(before.calls, complete.calls),
      errorRate: before.calls === 0 || complete.calls === 0 ? null : complete.errors / complete.calls - before.errors / before.calls,
      p95: growth(before.p95Ms, complete.p95Ms),
      deliveries: growth(endedIn(before), endedIn(complete)),
    },
  };
}

/** How many deliveries ended. */
export function endedIn({ succeeded, failed, cancelled }: Record<DeliveryOutcome, number>): number {
  return succeeded + failed + cancelled;
}

function addUp(counts: readonly HourCounts[]): Traffic {
  const perClass = new Map<number, number>();
  const sums = { calls: 0, errors: 0, succeeded: 0, failed: 0, cancelled: 0 };
  for (const { calls: ofCalls, deliveries } of counts) {
    for (const [durationClass, calls, errors] of ofCalls) {
      perClass.set(durationClass, (perClass.get(durationClass) ?? 0) + calls);
      sums.calls += calls;
      sums.errors += errors;
    }
    sums.succeeded += deliveries.succeeded ?? 0;
    sums.failed += deliveries.failed ?? 0;
    sums.cancelled += deliveries.cancelled ?? 0;
  }
  const micros = percentileMicros(perClass, 0.95);
  return { ...sums, p95Ms: micros === null ? null : Number((micros / 1000).toPrecision(3)) };
}

function growth(before: number | null, now: number | null): number | null {
  return before === null || now === null || before === 0 ? null : now / before - 1;
}
