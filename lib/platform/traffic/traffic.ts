import { calendarOf } from "#lib/platform/time/calendar.ts";
import { microsOfClass } from "#lib/platform/traffic/ranges.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

type DeliveryOutcome = "succeeded" | "failed" | "cancelled";

const hourMs = 3_600_000;

export interface TimeWindow {
  from: Date;
  until: Date;
  /** The index of its point in the charts; null before the period. */
  point: number | null;
  /** The part of its counts that counts: of the hour that corresponds to the present one, as much as of the present one is over. */
  share: number;
}

export interface Period {
  /** The start of each point; the last one is not over yet. */
  points: Date[];
  /** Every hour of the points, and of the same time one period earlier (rules/figures.md#traffic-4). */
  timeWindows: TimeWindow[];
}

const plans = {
  "24h": { points: 24, days: 1, every: "hour" },
  "7d": { points: 28, days: 7, every: "quarter" },
  "30d": { points: 30, days: 30, every: "day" },
} as const satisfies Record<OverviewRange, unknown>;

/**
 * The period up to the present hour: 24 hours, 28 quarters of days, or 30 days of the zone. Days begin at whole hours, since calls are
 * counted by UTC hours; where clocks change, a day has an hour less or more.
 */
export function periodOf(range: OverviewRange, timeZone: string, now: Date): Period {
  const { points: count, days, every } = plans[range];
  const { dayOf, startOf } = calendarOf(timeZone);
  const runningHour = Math.floor(now.getTime() / hourMs) * hourMs;
  const firstHourOf = (day: number) => Math.ceil(startOf(day) / hourMs) * hourMs;
  const today = dayOf(runningHour);

  function shift(instant: number): number {
    if (every === "hour") return instant - days * 24 * hourMs;
    const day = dayOf(instant);
    return firstHourOf(day - days) + (instant - firstHourOf(day));
  }
  function startsOf(day: number): number[] {
    const first = firstHourOf(day);
    return every === "quarter" ? [0, 6, 12, 18].map((hours) => first + hours * hourMs) : [first];
  }

  const possible =
    every === "hour"
      ? Array.from({ length: count }, (_, index) => runningHour - (count - 1 - index) * hourMs)
      : Array.from({ length: days + 1 }, (_, age) => startsOf(today - days + age)).flat();
  const points = possible.filter((start) => start <= runningHour).slice(-count);
  const complete = points.map((from, point) => ({ from, until: points[point + 1] ?? runningHour, point }));
  const sameHour = shift(runningHour);
  const timeWindows = [
    ...complete.map(({ from, until }) => ({ from: shift(from), until: shift(until), point: null, share: 1 })),
    {
      from: sameHour,
      until: Math.min(sameHour + hourMs, points[0] ?? runningHour),
      point: null,
      share: (now.getTime() - runningHour) / hourMs,
    },
    ...complete.map((timeWindow) => ({ ...timeWindow, share: 1 })),
    { from: runningHour, until: runningHour + hourMs, point: points.length - 1, share: 1 },
  ];
  return {
    points: points.map((start) => new Date(start)),
    timeWindows: timeWindows
      .filter(({ from, until }) => from < until)
      .map(({ from, until, ...rest }) => ({ ...rest, from: new Date(from), until: new Date(until) })),
  };
}

/** The start of the last 24 hours: 23 whole hours before the present one, as in the charts. */
export function startOfLastDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) - 23) * hourMs);
}

export type ClassCount = readonly [durationClass: number, calls: number, errors: number];

export interface HourCounts {
  calls: readonly ClassCount[];
  /** Ended deliveries, and those that failed in these hours and are retried. */
  deliveries: Readonly<Partial<Record<DeliveryOutcome | "retrying", number>>>;
}

export interface Traffic extends Record<DeliveryOutcome | "retrying", number> {
  calls: number;
  errors: number;
  /** In milliseconds; null without calls. */
  p95Ms: number | null;
}

export interface Figures {
  points: (Traffic & { at: Date })[];
  total: Traffic;
  /** Of the total against the same time one period earlier; null without calls then. */
  changes: {
    /** Relative: 0.1 is a tenth more. */
    calls: number | null;
    /** In the share itself: 0.01 is from 2 % to 3 %. */
    errorRate: number | null;
    p95: number | null;
    deliveries: number | null;
  };
}

/** Sums up the counts of a period's timeWindows. Hours without traffic are zero, not missing. */
export function sumUp({ points, timeWindows }: Period, counts: readonly HourCounts[]): Figures {
  const sumOf = (isWanted: (timeWindow: Period["timeWindows"][number]) => boolean) =>
    addUp(
      timeWindows.flatMap((timeWindow, index) => (isWanted(timeWindow) ? { share: timeWindow.share, ...(counts[index] ?? noCounts) } : [])),
    );
  const before = sumOf(({ point }) => point === null);
  const total = sumOf(({ point }) => point !== null);
  return {
    points: points.map((at, index) => ({ at, ...sumOf(({ point }) => point === index) })),
    total,
    changes: {
      calls: growth(before.calls, total.calls),
      errorRate: before.calls === 0 || total.calls === 0 ? null : total.errors / total.calls - before.errors / before.calls,
      p95: growth(before.p95Ms, total.p95Ms),
      deliveries: growth(endedIn(before), endedIn(total)),
    },
  };
}

export function endedIn({ succeeded, failed, cancelled }: Record<DeliveryOutcome, number>): number {
  return succeeded + failed + cancelled;
}

const noCounts: HourCounts = { calls: [], deliveries: {} };

function addUp(counts: readonly (HourCounts & { share: number })[]): Traffic {
  const perClass = new Map<number, number>();
  const sums = { calls: 0, errors: 0, succeeded: 0, failed: 0, retrying: 0, cancelled: 0 };
  for (const { share, calls: ofCalls, deliveries } of counts) {
    for (const [durationClass, calls, errors] of ofCalls) {
      perClass.set(durationClass, (perClass.get(durationClass) ?? 0) + calls * share);
      sums.calls += calls * share;
      sums.errors += errors * share;
    }
    sums.succeeded += (deliveries.succeeded ?? 0) * share;
    sums.failed += (deliveries.failed ?? 0) * share;
    sums.retrying += (deliveries.retrying ?? 0) * share;
    sums.cancelled += (deliveries.cancelled ?? 0) * share;
  }
  const micros = percentileMicros(perClass, 0.95);
  return { ...sums, p95Ms: micros === null ? null : Number((micros / 1000).toPrecision(3)) };
}

function growth(before: number | null, now: number | null): number | null {
  return before === null || now === null || before === 0 ? null : now / before - 1;
}

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
