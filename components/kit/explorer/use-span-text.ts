"use client";

import { useFormatter } from "next-intl";
import type { ListSummary } from "#lib/platform/lists/summary.ts";

/** Bars of a histogram, by their places: where a choice began, and where it is now. */
export interface PointRange {
  anchor: number;
  end: number;
}

const dayMs = 86_400_000;
const day = { weekday: "short", day: "numeric", month: "short" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;

/** How the times of a histogram are said, in the viewer's language and zone: no finer than its bars. */
export function useSpanText({ points, stepMs }: Pick<ListSummary, "points" | "stepMs">) {
  const format = useFormatter();
  const clock = stepMs < 60_000 ? { ...minute, second: "2-digit" as const } : minute;
  const isLong = points.length * stepMs > dayMs;
  return {
    /** Below the chart. */
    sayAxis: (at: Date) => format.dateTime(at, stepMs >= dayMs ? day : isLong ? { ...day, ...clock } : clock),
    saySpan(range: PointRange): string {
      const { from, until } = spanOf({ points, stepMs }, range);
      if (stepMs >= dayMs) return format.dateTimeRange(from, new Date(until.getTime() - 1), day);
      return format.dateTimeRange(from, until, { ...day, ...clock });
    },
  };
}

export function orderedRange({ anchor, end }: PointRange): { first: number; final: number } {
  return { first: Math.min(anchor, end), final: Math.max(anchor, end) };
}

/** The time of some bars, the end excluded. */
export function spanOf({ points, stepMs }: Pick<ListSummary, "points" | "stepMs">, range: PointRange): { from: Date; until: Date } {
  const { first, final } = orderedRange(range);
  const [from = new Date(0), last = from] = [points[first]?.at, points[final]?.at];
  // A day with a clock change is longer or shorter.
  return { from, until: points[final + 1]?.at ?? new Date(last.getTime() + stepMs) };
}

/** How many rows each series has in some bars. */
export function totalsOf(points: ListSummary["points"]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { values } of points) for (const [key, rows] of Object.entries(values)) totals[key] = (totals[key] ?? 0) + rows;
  return totals;
}
