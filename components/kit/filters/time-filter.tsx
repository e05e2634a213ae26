"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useId } from "react";
import { FilterPopover, FilterTrigger } from "#components/kit/filters/filters.tsx";
import { readTimeZone } from "#components/shell/time-zone-keeper.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { calendarOf, dateOf } from "#lib/platform/time/calendar.ts";
import type { Calendar } from "#lib/platform/time/calendar.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const hourMs = 3_600_000;

type Preset = (now: number, calendar: Calendar) => { from: number; to?: number };
const hoursBack =
  (hours: number): Preset =>
  (now) => ({ from: now - hours * hourMs });

/** The past times that are offered; days are those of the viewer's zone. */
const presets = {
  hour: hoursBack(1),
  day: hoursBack(24),
  today: (now, calendar) => ({ from: calendar.startOf(calendar.dayOf(now)) }),
  yesterday: (now, calendar) => ({ from: calendar.startOf(calendar.dayOf(now) - 1), to: calendar.startOf(calendar.dayOf(now)) }),
  week: hoursBack(7 * 24),
  month: hoursBack(30 * 24),
} as const satisfies Record<string, Preset>;

interface Range {
  from: string | null;
  to: string | null;
}

/** A filter of a time range, whose end is excluded, in the viewer's zone. Its link means the same in every zone. */
export function TimeFilter({
  label,
  from,
  to,
  onChange,
  isOfPast,
  clockOffsetMs,
}: Range & {
  label: string;
  onChange: (range: Range) => void;
  /** True if presets such as the last hour are offered. */
  isOfPast: boolean;
  clockOffsetMs: number;
}) {
  const t = useTranslations("common");
  const id = useId();
  const calendar = calendarOf(useTimeZone() ?? "UTC");
  const chosen = useRangeText({ from, to });
  // In the browser's zone, which the page may not have been drawn in yet: the first one of a browser is drawn in UTC, and then anew.
  const set = (edge: keyof Range, local: string) =>
    onChange({ from, to, [edge]: local === "" ? null : new Date(calendarOf(readTimeZone()).instantOf(local)).toISOString() });
  const choose = (preset: Preset) => {
    const range = preset(currentTime().getTime() + clockOffsetMs, calendarOf(readTimeZone()));
    onChange({ from: new Date(range.from).toISOString(), to: range.to === undefined ? null : new Date(range.to).toISOString() });
  };
  const [start, end] = [from, to].map((instant) => (instant === null ? "" : calendar.localOf(Date.parse(instant))));
  return (
    <FilterPopover trigger={<FilterTrigger label={label} chosen={chosen} />} label={label}>
      {isOfPast ? (
        <div className="grid grid-cols-2 gap-2 pb-2">
          {Object.entries(presets).map(([name, preset]) => (
            <Button key={name} variant="outline" size="sm" onClick={() => choose(preset)}>
              {t(`timeFilter.${name as keyof typeof presets}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <Label htmlFor={`${id}-from`}>{t("from")}</Label>
      <MinuteInput key={`from ${start}`} id={`${id}-from`} local={start ?? ""} onChange={(local) => set("from", local)} />
      <Label htmlFor={`${id}-to`}>{t("to")}</Label>
      <MinuteInput key={`to ${end}`} id={`${id}-to`} local={end ?? ""} onChange={(local) => set("to", local)} />
    </FilterPopover>
  );
}

/** A minute of a year from 1000 to 9999, or empty: while a year is typed, browsers report the years 2, 20 and 202. */
const minuteOrNone = /^([1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2})?$/;

/** Reports a value only on blur or Enter, so that each keystroke does not reload the list. */
function MinuteInput({ id, local, onChange }: { id: string; local: string; onChange: (local: string) => void }) {
  const tell = (value: string) => {
    if (value !== local && minuteOrNone.test(value)) onChange(value);
  };
  return (
    <Input
      id={id}
      type="datetime-local"
      defaultValue={local}
      onBlur={({ target }) => tell(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") tell(currentTarget.value);
      }}
    />
  );
}

const dayFormat = { weekday: "short", day: "numeric", month: "short" } as const;
const minuteFormat = { ...dayFormat, hour: "numeric", minute: "2-digit" } as const;

/** Describes a time range by its days if they are whole, otherwise with hours. */
function useRangeText({ from, to }: Range): string {
  const t = useTranslations("common.timeFilter");
  const format = useFormatter();
  const calendar = calendarOf(useTimeZone() ?? "UTC");
  const isMidnight = (instant: number) => calendar.startOf(calendar.dayOf(instant)) === instant;
  const [start, end] = [from, to].map((instant) => (instant === null ? undefined : Date.parse(instant)));
  const isOfDays = [start, end].every((instant) => instant === undefined || isMidnight(instant));
  if (start !== undefined && end !== undefined) {
    if (!isOfDays) return format.dateTimeRange(new Date(start), new Date(end), minuteFormat);
    const last = new Date(Math.max(start, end - 1));
    return format.dateTimeRange(new Date(start), last, dayFormat);
  }
  const say = (instant: number) => withFirst(format.dateTime(new Date(instant), isOfDays ? dayFormat : minuteFormat));
  if (start !== undefined) return t("since", { time: say(start) });
  return end === undefined ? "" : t("before", { time: say(end) });
}

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
