"use client";

import { useState } from "react";
import type { PointerEvent } from "react";
import { axisTicks, labelledPoints, linePath } from "#components/portal/chart-scale.ts";
import type { ChartPoint, ChartSeries } from "#components/portal/time-chart.tsx";
import { cn } from "#components/ui/class-names.ts";

interface Drawing {
  kind: "bars" | "lines";
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Whether fractions of a value mean nothing. */
  isWhole: boolean;
  say: (value: number) => string;
  /** Says the moment of a point. */
  sayTime: (at: string) => string;
}

/**
 * The drawing of a TimeChart. Of HTML and one stretched SVG, so that it is in the page from the server on, fits every width
 * and costs next to nothing to load; for those who do not see it there is the table.
 */
export function TimeChartDrawing({ kind, points, series, isWhole, say, sayTime }: Drawing) {
  const [pointed, setPointed] = useState<number>();
  const ticks = axisTicks(Math.max(0, ...points.map((point) => heightOf(point, series, kind))), isWhole);
  const top = ticks.at(-1) ?? 1;
  const labels = labelledPoints(points.length, 6);
  const point = pointed === undefined ? undefined : points[pointed];

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * points.length);
    setPointed(Math.min(points.length - 1, Math.max(0, index)));
  }

  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 pt-2 text-xs text-muted-foreground tabular-nums">
      <div className="flex flex-col-reverse justify-between text-right">
        {ticks.map((tick) => (
          <span key={tick} className="-my-2 leading-4">
            {say(tick)}
          </span>
        ))}
      </div>
      <div className="relative touch-pan-y" onPointerMove={follow} onPointerDown={follow} onPointerLeave={() => setPointed(undefined)}>
        {ticks.map((tick) => (
          <div key={tick} className="absolute inset-x-0 border-t border-chart-grid" style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        {pointed === undefined ? null : (
          <div className="absolute inset-y-0 bg-accent" style={{ left: share(pointed, points), width: share(1, points) }} />
        )}
        {kind === "bars" ? <Bars points={points} series={series} top={top} /> : <Lines points={points} series={series} top={top} />}
        {pointed === undefined || point === undefined ? null : (
          <div
            className={cn(
              "pointer-events-none absolute top-0 z-10 grid w-max gap-0.5 rounded-md border bg-popover px-2.5 py-1.5 text-sm text-popover-foreground shadow-md",
              pointed < points.length / 2 ? "translate-x-2" : "-translate-x-[calc(100%+0.5rem)]",
            )}
            style={{ left: share(pointed + (pointed < points.length / 2 ? 1 : 0), points) }}
          >
            <span className="text-xs text-muted-foreground">{sayTime(point.at)}</span>
            {series.map(({ key, label, colour }) => (
              <span key={key} className="flex items-center gap-1.5">
                <span className="size-2 rounded-xs" style={{ background: `var(--chart-${colour})` }} />
                {label}
                <span className="ml-auto pl-4 font-medium">{sayValue(point[key], say)}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="relative col-start-2 mt-1.5 h-4">
        {labels.map((index, place) => (
          <span
            key={index}
            className={cn(
              "absolute -translate-x-1/2 whitespace-nowrap last:translate-x-[-80%]",
              (labels.length - 1 - place) % 2 === 1 && "max-sm:hidden",
            )}
            style={{ left: share(index + 0.5, points) }}
          >
            {sayTime(points[index]?.at ?? "")}
          </span>
        ))}
      </div>
    </div>
  );
}

function Bars({ points, series, top }: Pick<Drawing, "points" | "series"> & { top: number }) {
  return (
    <div className="absolute inset-0 flex">
      {points.map((point) => (
        <div key={point.at} className="flex min-w-0 flex-1 flex-col-reverse items-center">
          <div
            className="flex min-h-0 w-[82%] flex-col-reverse overflow-hidden rounded-t-[3px]"
            style={{ height: `${(heightOf(point, series, "bars") / top) * 100}%` }}
          >
            {series.map(({ key, colour }) => (
              <div key={key} style={{ flexGrow: valueOf(point, key), background: `var(--chart-${colour})` }} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Lines({ points, series, top }: Pick<Drawing, "points" | "series"> & { top: number }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
      {series.map(({ key, colour }) => (
        <path
          key={key}
          d={linePath(
            points.map((point) => (typeof point[key] === "number" ? point[key] : null)),
            top,
          )}
          fill="none"
          stroke={`var(--chart-${colour})`}
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

function valueOf(point: ChartPoint, key: string): number {
  const value = point[key];
  return typeof value === "number" ? value : 0;
}

/** How high a point reaches: bars stand on each other. */
function heightOf(point: ChartPoint, series: readonly ChartSeries[], kind: Drawing["kind"]): number {
  const values = series.map(({ key }) => valueOf(point, key));
  return kind === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
}

function share(position: number, points: readonly unknown[]): string {
  return `${(position / Math.max(1, points.length)) * 100}%`;
}

function sayValue(value: string | number | null | undefined, say: Drawing["say"]): string {
  return typeof value === "number" ? say(value) : "—";
}
