import { calendarOf } from "#lib/calendar.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";

const hourMs = 3_600_000;

/** Whole hours that are counted together. */
export interface Stretch {
  from: Date;
  until: Date;
  /** The point of the charts that it belongs to; null before the period. */
  point: number | null;
  /** Whether its hour is not over yet. */
  isRunning: boolean;
}

/** What the charts show, and what it is compared with. */
export interface Period {
  /** Where each point begins; the last one is not over yet. */
  points: Date[];
  /** Every hour of the points, and of the same time one period earlier: of complete hours alone, so that like is compared with like. */
  stretches: Stretch[];
}

/** How many points there are, and how many hours or parts of a day each is. */
const plans = {
  "24h": { points: 24, days: 1, every: "hour" },
  "7d": { points: 28, days: 7, every: "quarter" },
  "30d": { points: 30, days: 30, every: "day" },
} as const satisfies Record<OverviewRange, unknown>;

/**
 * The period that ends with the running hour: 24 hours; 28 quarters of days, of six hours each; 30 days. Days are those of the
 * zone, from the first whole hour on, as calls are counted by the hours of UTC; where clocks change, one is an hour shorter or longer.
 */
export function periodOf(range: OverviewRange, timeZone: string, now: Date): Period {
  const { points: count, days, every } = plans[range];
  const { dayOf, startOf } = calendarOf(timeZone);
  const runningHour = Math.floor(now.getTime() / hourMs) * hourMs;
  const firstHourOf = (day: number) => Math.ceil(startOf(day) / hourMs) * hourMs;
  const today = dayOf(runningHour);

  /** The same time so many days earlier. */
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
  const stretches = [
    ...complete.map(({ from, until }) => ({ from: shift(from), until: shift(until), point: null, isRunning: false })),
    ...complete.map((stretch) => ({ ...stretch, isRunning: false })),
    { from: runningHour, until: runningHour + hourMs, point: points.length - 1, isRunning: true },
  ];
  return {
    points: points.map((start) => new Date(start)),
    stretches: stretches
      .filter(({ from, until }) => from < until)
      .map(({ from, until, ...rest }) => ({ ...rest, from: new Date(from), until: new Date(until) })),
  };
}
