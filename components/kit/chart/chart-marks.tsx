import { useFormatter, useLocale, useTimeZone } from "next-intl";
import { useMemo } from "react";
import type { CSSProperties } from "react";
import { areaPath, heightIn, isolatedPoints, linePath } from "#components/kit/chart/chart-scale.ts";
import type { ChartSeries, ChartTone, PointSpan, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { cn } from "#components/ui/class-names.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const lineColours = {
  main: "var(--chart-main)",
  fault: "var(--chart-fault)",
  refused: "var(--chart-waiting)",
  waiting: "var(--chart-waiting)",
  aside: "var(--chart-aside)",
} as const satisfies Record<ChartTone, string>;

/** Area patterns: dark or bright for failures, striped for progress, hollow for "aside", so that nobody needs to distinguish hues. */
const fills = {
  main: { backgroundColor: lineColours.main },
  fault: { backgroundColor: lineColours.fault },
  refused: { backgroundColor: lineColours.refused },
  waiting: {
    backgroundImage: `repeating-linear-gradient(135deg, ${lineColours.waiting} 0 2px, transparent 2px 4px)`,
    boxShadow: `inset 0 0 0 1px ${lineColours.waiting}`,
  },
  aside: {
    backgroundColor: `color-mix(in oklch, ${lineColours.aside} 16%, var(--card))`,
    boxShadow: `inset 0 0 0 1px ${lineColours.aside}`,
  },
} as const satisfies Record<ChartTone, CSSProperties>;

/** The stacked bars of a TimeChart; the last one is pale, since it still grows. */
export function ChartBars({ points, series, top }: Pick<TimeChartProps, "points"> & { series: readonly ChartSeries[]; top: number }) {
  return (
    <div className="absolute inset-0 flex forced-color-adjust-none">
      {points.map(({ at, values }, index) => (
        <div key={at.getTime()} className={cn("flex min-w-0 flex-1 flex-col-reverse gap-px", index === points.length - 1 && "opacity-55")}>
          {series
            .filter(({ key }) => (values[key] ?? 0) > 0)
            .map(({ key, tone }) => (
              // Errors stay visible, however few they are.
              <div
                key={key}
                className="mx-[9%] min-h-0.5 shrink-0 rounded-[1.5px] last:rounded-t-[3px]"
                style={{ ...fills[tone], height: `calc(${((values[key] ?? 0) / top) * 100}% - 1px)` }}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

/** The lines of a TimeChart, each above a translucent area; dashed to the last, incomplete point. */
export function ChartLine({
  points,
  series,
  top,
  pointed,
}: Pick<TimeChartProps, "points"> & { series: readonly ChartSeries[]; top: number; pointed: number | undefined }) {
  const last = points.length - 1;
  const lines = series.map(({ key, tone }) => {
    const values = points.map((point) => point.values[key] ?? null);
    const marked = pointed === undefined ? isolatedPoints(values) : [...isolatedPoints(values), pointed];
    return { key, colour: lineColours[tone], values, marked: [...new Set(marked)].filter((index) => values[index] !== null) };
  });
  const stroke = {
    fill: "none",
    strokeWidth: 1.75,
    strokeLinejoin: "round",
    strokeLinecap: "round",
    vectorEffect: "non-scaling-stroke",
  } as const;
  return (
    <>
      <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
        {lines.map(({ key, colour, values }) => (
          <g key={key} stroke={colour}>
            <path d={areaPath(values, top)} fill={colour} stroke="none" opacity={0.13} />
            <path d={linePath(values.with(last, null), top)} {...stroke} />
            <path
              d={linePath(
                values.map((value, index) => (index < last - 1 ? null : value)),
                top,
              )}
              strokeDasharray="2 4"
              {...stroke}
            />
          </g>
        ))}
      </svg>
      {lines.map(({ key, colour, values, marked }) =>
        marked.map((index) => (
          <span
            key={`${key} ${index}`}
            aria-hidden
            className="absolute size-1.75 forced-color-adjust-none -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-card"
            style={{
              background: colour,
              left: `${((index + 0.5) / points.length) * 100}%`,
              bottom: `${heightIn(values[index] ?? 0, top) * 100}%`,
            }}
          />
        )),
      )}
    </>
  );
}

export function ChartLegend({ series }: Pick<TimeChartProps, "series">) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground">
      {series.map(({ key, label, tone, total }) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <Swatch tone={tone} kind="bars" />
          {label}
          {total === undefined ? null : <span className="font-medium text-foreground tabular-nums">{total}</span>}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ tone, kind }: { tone: ChartTone; kind: TimeChartProps["kind"] }) {
  return kind === "bars" ? (
    <span aria-hidden className="size-2.5 shrink-0 rounded-xs forced-color-adjust-none" style={fills[tone]} />
  ) : (
    <span aria-hidden className="h-0.5 w-3 shrink-0 rounded-full forced-color-adjust-none" style={{ background: lineColours[tone] }} />
  );
}

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
