"use client";

import { useFormatter, useTranslations } from "next-intl";
import { readTimeZone } from "#components/kit/facts/browser-time-zone.ts";
import { FilterPopover, FilterTrigger } from "#components/kit/filters/filters.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { dateOf } from "#lib/platform/time/calendar.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

interface Props {
  label: string;
  /** Such as `2027-01-31`. */
  day: string | null;
  onChange: (day: string | null) => void;
  clockOffsetMs: number | undefined;
}

/** A filter of one day, which a row counts in its own zone. */
export function DayFilter({ label, day, onChange, clockOffsetMs = 0 }: Props) {
  const t = useTranslations("common.timeFilter");
  const format = useFormatter();
  const chosen = day === null ? "" : format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  return (
    <FilterPopover trigger={<FilterTrigger label={label} chosen={chosen} />} label={label}>
      <Input
        key={day}
        type="date"
        aria-label={label}
        defaultValue={day ?? ""}
        min="1000-01-01"
        max="9999-12-31"
        onBlur={({ target }) => onDay(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") onDay(currentTarget.value);
        }}
      />
      <Button
        variant="outline"
        size="sm"
        onClick={() => onChange(dateOf(new Date(currentTime().getTime() + clockOffsetMs), readTimeZone()))}
      >
        {t("today")}
      </Button>
    </FilterPopover>
  );

  function onDay(typed: string) {
    const next = typed === "" ? null : typed;
    // While a year is typed, browsers report the years 2, 20 and 202.
    if (next !== day && (next === null || /^[1-9]/.test(next))) onChange(next);
  }
}
