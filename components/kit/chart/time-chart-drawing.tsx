"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { Swatch } from "#components/kit/chart/chart-legend.tsx";
import { ChartBars, ChartLine } from "#components/kit/chart/chart-marks.tsx";
import { axisLabels, axisTicks } from "#components/kit/chart/chart-scale.ts";
import type { ChartPoint, FormatFigure, TimeChartProps } from "#components/kit/chart/time-chart.tsx";
import { usePointTimes } from "#components/kit/chart/use-point-times.ts";
import { cn } from "#components/ui/class-names.ts";

/** The drawing of a TimeChart, in HTML and one stretched SVG. It is rendered on the server, fits every width and costs little to load. */
export function TimeChartDrawing(props: TimeChartProps & { say: FormatFigure; isEmpty: boolean }) {
  const { title, kind, points, span, series, unit, say, isEmpty, onPoint, opening } = props;
  const t = useTranslations("common");
  const { sayOnAxis, sayInFull, clockOf } = usePointTimes(span);
  const ticks = axisTicks(
    Math.max(
      0,
      ...points.map((point) =>
        heightOf(
          point,
          series.map(({ key }) => key),
          kind,
        ),
      ),
    ),
    unit === "count" || unit === "euros",
  );
  const top = ticks.at(-1) ?? 1;
  const labels = axisLabels(
    span,
    points.map(({ at }) => clockOf(at)),
  );
  const last = points.length - 1;
  const pointed = props.pointed === undefined || props.pointed.index > last ? undefined : props.pointed.index;
  const point = (index: number) => onPoint({ index, title });
  const sayTime = (index: number) => {
    const [start, end] = [points[index]?.at, points[index + 1]?.at];
    return start === undefined ? "" : sayInFull(start, end);
  };

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    point(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * points.length))));
  }
  function open() {
    const start = pointed === undefined ? undefined : points[pointed]?.at;
    if (pointed !== undefined && start !== undefined && !isEmpty) opening?.open(start, points[pointed + 1]?.at);
  }
  function press({ key }: KeyboardEvent) {
    if (key === "Escape") onPoint(undefined);
    if (key === "Enter") open();
  }

  return (
    <div className="@container absolute inset-0 grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 pt-1.5 text-xs text-muted-foreground tabular-nums">
      <div aria-hidden className={cn("flex min-w-6 flex-col-reverse justify-between text-right", isEmpty && "invisible")}>
        {ticks.map((tick) => (
          <span key={tick} className="-my-2 leading-4 whitespace-nowrap">
            {say(tick, true)}
          </span>
        ))}
      </div>
      <div
        className={cn(
          "relative touch-pan-y rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ring",
          opening && !isEmpty && "cursor-pointer",
        )}
        onPointerMove={follow}
        onPointerDown={follow}
        // A touch only shows the values.
        onPointerUp={({ pointerType, button }) => (pointerType === "mouse" && button === 0 ? open() : undefined)}
        onPointerLeave={() => onPoint(undefined)}
      >
        {ticks.map((tick) => (
          <div
            key={tick}
            className={cn("absolute inset-x-0 border-t", tick === 0 ? "border-border" : "border-chart-grid")}
            style={{ bottom: `${(tick / top) * 100}%` }}
          />
        ))}
        {pointed === undefined ? null : (
          <div className="absolute inset-y-0 bg-accent" style={{ left: share(pointed, points), width: share(1, points) }} />
        )}
        {isEmpty ? null : kind === "bars" ? (
          <ChartBars points={points} series={series} top={top} />
        ) : (
          <ChartLine points={points} series={series} top={top} pointed={pointed} />
        )}
        <input
          type="range"
          min={0}
          max={last}
          value={pointed ?? last}
          aria-label={[t("chartPoint", { title }), opening?.hint].filter(Boolean).join(". ")}
          aria-valuetext={[
            sayTime(pointed ?? last),
            ...series.map(({ key, label }) => `${label} ${say(points[pointed ?? last]?.values[key])}`),
          ].join(", ")}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
          onFocus={() => point(pointed ?? last)}
          onBlur={() => onPoint(undefined)}
          onKeyDown={press}
          onChange={({ currentTarget }) => point(Number(currentTarget.value))}
        />
        {pointed === undefined || isEmpty ? null : (
          <ReadOut {...props} index={pointed} time={props.pointed?.title === title ? sayTime(pointed) : undefined} />
        )}
      </div>
      <div aria-hidden className="relative col-start-2 mt-1.5 h-4">
        {labels.map(({ position, index, isMinor }) => (
          <span
            key={index}
            className={cn(
              "absolute whitespace-nowrap",
              position > last ? "-translate-x-[80%]" : "-translate-x-1/2",
              isMinor && "@max-md:hidden",
            )}
            style={{ left: share(position, points) }}
          >
            {sayOnAxis(new Date(points[index]?.at ?? 0))}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The values of the pointed point in a box beside it; without `time` in a shorter form, as another chart shows the rest. */
function ReadOut({
  points,
  series,
  kind,
  index,
  time,
  say,
  opening,
}: TimeChartProps & { index: number; time: string | undefined; say: FormatFigure }) {
  const t = useTranslations("common");
  const isLeft = index < points.length / 2;
  return (
    <div
      aria-hidden
      className={cn(
        "pointer-events-none absolute top-0 z-10 grid w-max max-w-60 gap-1 rounded-md border bg-popover px-2 py-1.5 text-sm text-popover-foreground shadow-md",
        isLeft ? "translate-x-2" : "-translate-x-[calc(100%+0.5rem)]",
      )}
      style={{ left: share(index + (isLeft ? 1 : 0), points) }}
    >
      {time === undefined ? null : (
        <span className="text-xs text-muted-foreground">
          {time}
          {index === points.length - 1 ? ` · ${t("soFar")}` : null}
        </span>
      )}
      {series.toReversed().map(({ key, label, tone }) => (
        <span key={key} className="flex items-center gap-1.5">
          <Swatch tone={tone} kind={kind} />
          {time === undefined ? null : label}
          <span className={cn("ml-auto font-medium", time !== undefined && "pl-5")}>{say(points[index]?.values[key])}</span>
        </span>
      ))}
      {time === undefined || opening === undefined ? null : (
        <span className="text-xs text-muted-foreground pointer-coarse:hidden">{opening.hint}</span>
      )}
    </div>
  );
}

/** The height of a point; bars are stacked. */
function heightOf({ values }: ChartPoint, keys: readonly string[], kind: TimeChartProps["kind"]): number {
  const all = keys.map((key) => Math.max(0, values[key] ?? 0));
  return kind === "bars" ? all.reduce((sum, value) => sum + value, 0) : Math.max(0, ...all);
}

function share(position: number, points: readonly unknown[]): string {
  return `${(position / Math.max(1, points.length)) * 100}%`;
}
