"use client";

import { useFormatter, useTimeZone } from "next-intl";
import type { PointSpan } from "#components/portal/chart-scale.ts";

const day = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;

interface PointTimes {
  /** Below the chart. */
  sayOnAxis: (at: Date) => string;
  /** In full: from when until when a point counts. */
  sayInFull: (at: Date, until: Date | undefined) => string;
  /** The day and the hour with which a point begins. */
  clockOf: (at: Date) => { day: string; hour: number };
}

/** How the times of a chart's points are said, in the viewer's language and zone. */
export function usePointTimes(span: PointSpan): PointTimes {
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const clockOf = (at: Date) => {
    const text = clock.format(at);
    return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
  };
  return {
    clockOf,
    sayOnAxis(at) {
      if (span === "quarter") return format.dateTime(at, { weekday: "short", day: "numeric" });
      return format.dateTime(at, span === "day" || clockOf(at).hour === 0 ? day : time);
    },
    sayInFull(at, until) {
      if (span === "day") return format.dateTime(at, { weekday: "long", day: "numeric", month: "long" });
      const start = format.dateTime(at, { weekday: "short", ...day, ...time });
      return until === undefined ? start : `${start} – ${format.dateTime(until, time)}`;
    },
  };
}
