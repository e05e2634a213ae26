"use client";

import { ChartColumn, Table2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ChartLegend } from "#components/kit/chart/chart-legend.tsx";
import type { ChartTone } from "#components/kit/chart/chart-legend.tsx";
import type { PointSpan } from "#components/kit/chart/chart-scale.ts";
import { TimeChartDrawing } from "#components/kit/chart/time-chart-drawing.tsx";
import { TimeChartTable } from "#components/kit/chart/time-chart-table.tsx";
import { useDuration } from "#components/kit/facts/figures.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Values from a moment on; null where there was nothing to measure. */
export interface ChartPoint {
  at: Date;
  values: Readonly<Record<string, number | null>>;
}

export interface ChartSeries {
  /** The name of its values in the points. */
  key: string;
  label: string;
  tone: ChartTone;
  /** What it comes to in all, for the legend. */
  total?: string;
}

export interface TimeChartProps {
  /** Names the chart; the page's heading of it is in `heading`. */
  title: string;
  /** What the chart says, in a sentence, for those who do not see it. */
  summary: string;
  /** Stands above the chart: its title and the figure that matters most. */
  heading: ReactNode;
  kind: "bars" | "line";
  /** One after the other, without gaps; the last one is not over yet. */
  points: readonly ChartPoint[];
  span: PointSpan;
  series: readonly ChartSeries[];
  unit: "count" | "milliseconds" | "share";
  /** What the figures are, below a chart of one series. */
  note?: string;
  /** Says what is missing where nothing was counted in the whole period. */
  empty: string;
  /** The height of the drawing. */
  className: string;
  /** The point that is pointed at, in the chart of this title: charts beside each other point at the same moment. */
  pointed: { index: number; title: string } | undefined;
  onPoint: (pointed: TimeChartProps["pointed"]) => void;
  /** Where a click or Enter on a point leads to, and the words for it. */
  opening?: { hint: string; open: (from: Date, until: Date | undefined) => void } | undefined;
}

/**
 * Figures over time, drawn on the server already: bars that stand on each other, or a line. Each point can be read by pointing at it
 * or with the arrow keys, and all of them in a table that takes the drawing's place.
 */
export function TimeChart(props: TimeChartProps) {
  const { title, summary, heading, points, series, unit, note, empty, className } = props;
  const t = useTranslations("common");
  const say = useFormatFigure(unit);
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const isEmpty = points.every(({ values }) => series.every(({ key }) => (values[key] ?? 0) === 0));
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <figure aria-label={title} aria-describedby={id} className="flex h-full min-w-0 flex-col">
      <figcaption className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">{heading}</div>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-mt-1 -mr-1.5 text-muted-foreground"
          aria-pressed={isTable}
          aria-label={t("chartTable", { title })}
          title={t(isTable ? "chartDrawing" : "chartTableShort")}
          onClick={() => setIsTable(!isTable)}
        >
          <Icon aria-hidden />
        </Button>
      </figcaption>
      <p id={id} className="sr-only">
        {summary}
      </p>
      <div className={cn("relative grow", className)}>
        {isTable ? <TimeChartTable {...props} say={say} /> : <TimeChartDrawing {...props} say={say} isEmpty={isEmpty} />}
        {isEmpty && !isTable ? (
          <p className="pointer-events-none absolute inset-0 grid place-content-center pb-6 text-center text-muted-foreground">{empty}</p>
        ) : null}
      </div>
      {note === undefined ? <ChartLegend series={series} /> : <p className="mt-3 text-sm text-muted-foreground">{note}</p>}
    </figure>
  );
}

/** Says a value of a chart, where `isOnAxis` as short as it can be said. */
export type FormatFigure = (value: number | null | undefined, isOnAxis?: boolean) => string;

function useFormatFigure(unit: TimeChartProps["unit"]): FormatFigure {
  const format = useFormatter();
  const sayDuration = useDuration();
  return (value, isOnAxis = false) => {
    if (value === null || value === undefined) return "—";
    if (unit === "milliseconds") return sayDuration(value);
    if (unit === "share") return format.number(value, { style: "percent", maximumFractionDigits: value < 0.1 ? 2 : 1 });
    return format.number(value, isOnAxis ? { notation: "compact" } : {});
  };
}
