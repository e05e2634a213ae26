"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { ChartBars, ChartLegend } from "#components/kit/chart/chart-marks.tsx";
import type { ChartSeries } from "#components/kit/chart/chart-scale.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { cn } from "#components/ui/class-names.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";

export interface HistogramProps {
  /** The name of the counted things, such as "Calls". */
  title: string;
  summary: ListSummary;
  series: readonly Omit<ChartSeries, "total">[];
  /** Narrows the list to a time; the end is excluded. */
  onNarrow: (from: Date, until: Date) => void;
}

/**
 * The rows of a list over time, by outcome. A drag across bars, or a click on one, narrows the list to their time; by keyboard the arrow
 * keys choose a bar, Shift extends the choice and Enter narrows.
 */
export function Histogram({ title, summary, series, onNarrow }: HistogramProps) {
  const t = useTranslations("common.histogram");
  const format = useFormatter();
  const { points } = summary;
  const last = points.length - 1;
  const { chosen, shown, isDragging, pointer, press, clear } = useChosenRange(last, (to) => {
    const { from, until } = spanOf(summary, to);
    onNarrow(from, until);
  });
  const { sayAxis, saySpan } = useSpanText(summary);
  const totals = totalsOf(points);
  const top = Math.max(1, ...points.map(({ values }) => Object.values(values).reduce((sum, rows) => sum + rows, 0)));
  const labels = points.filter((_point, index) => [0, Math.floor(last / 2), last].includes(index)).map(({ at }) => at);
  const { first, final } = orderedRange(shown);
  const inRange = totalsOf(points.slice(first, final + 1));
  return (
    <figure aria-label={t("title", { title })} className="mb-2 min-w-0 rounded-lg border bg-card px-3 pt-2.5 pb-2 shadow-xs">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 [&>ul]:mt-1">
        <ChartLegend series={series.map((one) => ({ ...one, total: format.number(totals[one.key] ?? 0) }))} />
      </figcaption>
      <div
        className="relative mt-2 h-16 cursor-crosshair touch-pan-y rounded-xs select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring sm:h-20"
        {...pointer}
      >
        <div className="absolute inset-x-0 bottom-0 border-t border-border" />
        {chosen === undefined ? null : (
          <div
            className={cn("absolute inset-y-0 bg-accent", isDragging && "border-x border-ring")}
            style={{ left: `${(first / points.length) * 100}%`, width: `${((final - first + 1) / points.length) * 100}%` }}
          />
        )}
        <ChartBars points={points} series={series} top={top} />
        <input
          type="range"
          min={0}
          max={last}
          value={shown.end}
          readOnly
          aria-label={t("label", { title })}
          aria-valuetext={[saySpan(shown), ...series.map(({ key, label }) => `${label} ${format.number(inRange[key] ?? 0)}`)].join(", ")}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
          onKeyDown={press}
          onBlur={clear}
        />
        {chosen === undefined ? null : (
          <RangeHint first={first} final={final} count={points.length}>
            {saySpan(chosen)}
            {series
              .filter(({ key }) => (inRange[key] ?? 0) > 0)
              .map(({ key, label }) => (
                <span key={key} className="block text-muted-foreground">
                  {label} <span className="font-medium text-popover-foreground tabular-nums">{format.number(inRange[key] ?? 0)}</span>
                </span>
              ))}
          </RangeHint>
        )}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-muted-foreground tabular-nums">
        {labels.map((at) => (
          <span key={at.getTime()}>{sayAxis(at)}</span>
        ))}
      </div>
      {summary.countedTo === null ? null : (
        <p className="mt-1 text-xs text-muted-foreground">
          {t.rich("countedTo", { count: maxSummed, time: () => <TimeStamp at={summary.countedTo ?? new Date(0)} as="second" /> })}
        </p>
      )}
    </figure>
  );
}

/** The chosen bars. A pointer chooses the one below it and drags over more; the arrow keys move the end. */
function useChosenRange(last: number, narrow: (to: PointRange) => void) {
  const [range, setRange] = useState<PointRange>();
  const [isDragging, setIsDragging] = useState(false);
  // The bars are others once the time is narrowed.
  const chosen = range === undefined || Math.max(range.anchor, range.end) > last ? undefined : range;
  const shown = chosen ?? { anchor: last, end: last };
  const clear = () => setRange(undefined);

  function narrowTo(to: PointRange) {
    clear();
    narrow(to);
  }
  const placeOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * (last + 1))));
  };
  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last }[event.key];
    if (event.key === "Enter") return narrowTo(shown);
    if (event.key === "Escape") return clear();
    if (step === undefined) return;
    event.preventDefault();
    const end = Math.min(last, Math.max(0, shown.end + step));
    setRange({ anchor: event.shiftKey ? shown.anchor : end, end });
  }
  const pointer = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setIsDragging(true);
      setRange({ anchor: placeOf(event), end: placeOf(event) });
    },
    onPointerMove(event: PointerEvent) {
      const end = placeOf(event);
      setRange((before) => ({ anchor: isDragging ? (before?.anchor ?? end) : end, end }));
    },
    onPointerUp(event: PointerEvent) {
      if (!isDragging) return;
      setIsDragging(false);
      narrowTo({ anchor: chosen?.anchor ?? placeOf(event), end: placeOf(event) });
    },
    onPointerCancel() {
      setIsDragging(false);
      clear();
    },
    onPointerLeave() {
      if (!isDragging) clear();
    },
  };
  return { chosen, shown, isDragging, pointer, press, clear };
}

/** Stands beside the chosen bars, on the side with more room. */
function RangeHint({ first, final, count, children }: { first: number; final: number; count: number; children: ReactNode }) {
  const isOnLeft = first > count / 2;
  return (
    <p
      aria-hidden
      className={cn(
        "pointer-events-none absolute -top-1 z-10 w-max max-w-72 rounded-md border bg-popover px-2 py-1 text-xs text-popover-foreground shadow-md",
        isOnLeft ? "-translate-x-[calc(100%+0.25rem)]" : "translate-x-1",
      )}
      style={{ left: `${((isOnLeft ? first : final + 1) / count) * 100}%` }}
    >
      {children}
    </p>
  );
}

/** Bars of a histogram, by their places: where a choice began, and where it is now. */
interface PointRange {
  anchor: number;
  end: number;
}

const dayMs = 86_400_000;
const day = { weekday: "short", day: "numeric", month: "short" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;

/** How the times of a histogram are said, in the viewer's language and zone: no finer than its bars. */
function useSpanText({ points, stepMs }: Pick<ListSummary, "points" | "stepMs">) {
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

function orderedRange({ anchor, end }: PointRange): { first: number; final: number } {
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
