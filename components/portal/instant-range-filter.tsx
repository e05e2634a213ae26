"use client";

import { useTimeZone } from "next-intl";
import { DateRangeFilter } from "#components/portal/filters.tsx";
import { dateOf, endOfDay, startOfDay } from "#lib/calendar.ts";

/** A stretch of time between two instants, the second excluded, chosen by days of the viewer's zone: a link to it means the same in every zone. */
export function InstantRangeFilter({
  label,
  from,
  to,
  onChange,
}: {
  label: string;
  from: string | null;
  to: string | null;
  onChange: (range: { from: string | null; to: string | null }) => void;
}) {
  const timeZone = useTimeZone() ?? "UTC";
  return (
    <DateRangeFilter
      label={label}
      from={from === null ? "" : dateOf(new Date(from), timeZone)}
      to={to === null ? "" : dateOf(new Date(Date.parse(to) - 1), timeZone)}
      onChange={(days) =>
        onChange({
          from: days.from === null ? null : startOfDay(days.from, timeZone).toISOString(),
          to: days.to === null ? null : endOfDay(days.to, timeZone).toISOString(),
        })
      }
    />
  );
}
