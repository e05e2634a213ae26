"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { ChartBars, ChartLine, Swatch, usePointTimes } from "#components/kit/chart/chart-marks.tsx";
import { axisLabels, axisTicks } from "#components/kit/chart/chart-scale.ts";
import type { ChartPoint, FormatFigure, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { cn } from "#components/ui/class-names.ts";

type DrawingProps = TimeChartProps & { say: FormatFigure; isEmpty: boolean };

/** The drawing of a TimeChart, in HTML and one stretched SVG. It is rendered on the server, fits every width and costs little to load. */
export function TimeChartDrawing(props: DrawingProps) {
  const { kind, points, series, unit, ceiling = Infinity, say, isEmpty } = props;
  const keys = series.map(({ key }) => key);
  const highest = Math.max(0, ...points.map((point) => heightOf(point, keys, kind)));
  const ticks = axisTicks(Math.min(highest, ceiling), unit === "count" || unit === "euros");
  return (
    <div className="@container absolute inset-0 grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 pt-1.5 text-xs text-muted-foreground tabular-nums">
      <div aria-hidden className={cn("flex min-w-6 flex-col-reverse justify-between text-right", isEmpty && "invisible")}>
        {ticks.map((tick) => (
          <span key={tick} className="-my-2 leading-4 whitespace-nowrap">
            {say(tick, true)}
          </span>
        ))}
      </div>
      <Plot {...props} ticks={ticks} />
      <TimeAxis {...props} />
    </div>
  );
}

/** The area of the marks, where a pointer or the keys choose a point; a mouse click or Enter opens it. */
function Plot({ ticks, ...props }: DrawingProps & { ticks: readonly number[] }) {
  const { title, kind, points, series, isEmpty, onPoint, opening } = props;
  const sayTime = useSayTime(props);
  const top = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  const pointed = props.pointed === undefined || props.pointed.index > last ? undefined : props.pointed.index;

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    onPoint({ index: Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * points.length))), title });
  }
  function open() {
    const start = pointed === undefined ? undefined : points[pointed]?.at;
    if (pointed !== undefined && start !== undefined && !isEmpty) opening?.open(start, points[pointed + 1]?.at);
  }

  return (
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
      <PointSlider {...props} index={pointed ?? last} time={sayTime(pointed ?? last)} open={open} />
      {pointed === undefined || isEmpty ? null : (
        <ReadOut {...props} index={pointed} time={props.pointed?.title === title ? sayTime(pointed) : undefined} />
      )}
    </div>
  );
}

/** Chooses a point by the keys, and says its values to screen readers. */
function PointSlider({
  title,
  points,
  series,
  say,
  onPoint,
  opening,
  index,
  time,
  open,
}: DrawingProps & { index: number; time: string; open: () => void }) {
  const t = useTranslations("common");
  function press({ key }: KeyboardEvent) {
    if (key === "Escape") onPoint(undefined);
    if (key === "Enter") open();
  }
  return (
    <input
      type="range"
      min={0}
      max={points.length - 1}
      value={index}
      aria-label={[t("chartPoint", { title }), opening?.hint].filter(Boolean).join(". ")}
      aria-valuetext={[time, ...series.map(({ key, label }) => `${label} ${say(points[index]?.values[key])}`)].join(", ")}
      className="pointer-events-none absolute inset-0 size-full opacity-0"
      onFocus={() => onPoint({ index, title })}
      onBlur={() => onPoint(undefined)}
      onKeyDown={press}
      onChange={({ currentTarget }) => onPoint({ index: Number(currentTarget.value), title })}
    />
  );
}

function TimeAxis({ points, span }: DrawingProps) {
  const { sayOnAxis, clockOf } = usePointTimes(span);
  const labels = axisLabels(
    span,
    points.map(({ at }) => clockOf(at)),
  );
  return (
    <div aria-hidden className="relative col-start-2 mt-1.5 h-4">
      {labels.map(({ position, index, isMinor }) => (
        <span
          key={index}
          className={cn(
            "absolute whitespace-nowrap",
            position > points.length - 1 ? "-translate-x-[80%]" : "-translate-x-1/2",
            isMinor && "@max-md:hidden",
          )}
          style={{ left: share(position, points) }}
        >
          {sayOnAxis(new Date(points[index]?.at ?? 0))}
        </span>
      ))}
    </div>
  );
}

/** Returns the period of a point in words. */
function useSayTime({ points, span }: DrawingProps): (index: number) => string {
  const { sayInFull } = usePointTimes(span);
  return (index) => {
    const [start, end] = [points[index]?.at, points[index + 1]?.at];
    return start === undefined ? "" : sayInFull(start, end);
  };
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
