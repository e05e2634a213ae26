"use client";

import { useFormatter, useLocale, useTimeZone } from "next-intl";
import { useMemo } from "react";
import type { PointSpan } from "#components/kit/chart/chart-scale.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";

const day = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;

interface PointTimes {
  /** The short form below the chart. */
  sayOnAxis: (at: Date) => string;
  /** The full form: from when until when a point counts. */
  sayInFull: (at: Date, until: Date | undefined) => string;
  /** The day and hour at which a point starts. */
  clockOf: (at: Date) => { day: string; hour: number };
}

/** Formats the times of a chart's points in the viewer's language and zone. */
export function usePointTimes(span: PointSpan): PointTimes {
  const format = useFormatter();
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  // In the viewer's language like all other formats, since creating a formatter for another one is slow.
  const clock = useMemo(() => new Intl.DateTimeFormat(locale, { timeZone, ...day, hour: "2-digit", hourCycle: "h23" }), [locale, timeZone]);
  const clockOf = (at: Date) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    return { day: `${parts["day"]} ${parts["month"]}`, hour: Number(parts["hour"]) };
  };
  return {
    clockOf,
    sayOnAxis(at) {
      // Months are those of the insurer's books, wherever the viewer is.
      if (span === "month") return format.dateTime(at, { month: "short", timeZone: zone });
      if (span === "quarter") return format.dateTime(at, { weekday: "short", day: "numeric" });
      return format.dateTime(at, span === "day" || clockOf(at).hour === 0 ? day : time);
    },
    sayInFull(at, until) {
      if (span === "month") return format.dateTime(at, { month: "long", year: "numeric", timeZone: zone });
      if (span === "day") return withFirst(format.dateTime(at, { weekday: "long", day: "numeric", month: "long" }));
      const start = withFirst(format.dateTime(at, { weekday: "short", ...day, ...time }));
      return until === undefined ? start : `${start} – ${format.dateTime(until, time)}`;
    },
  };
}
