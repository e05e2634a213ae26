"use client";

import { useFormatter } from "next-intl";
import { spanOf } from "#components/kit/explorer/spans.ts";
import type { PointRange } from "#components/kit/explorer/spans.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";

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
