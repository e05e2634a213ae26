"use client";

import { ChartColumn, Table2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ChartLegend, usePointTimes } from "#components/kit/chart/chart-marks.tsx";
import type { FormatFigure, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChartDrawing } from "#components/kit/chart/time-chart-drawing.tsx";
import { useDuration } from "#components/kit/facts/figures.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/**
 * Figures over time as stacked bars or lines, rendered on the server. Each point can be read by pointer or arrow keys, and all of them in a
 * table that replaces the drawing.
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

function useFormatFigure(unit: TimeChartProps["unit"]): FormatFigure {
  const format = useFormatter();
  const sayDuration = useDuration();
  return (value, isOnAxis = false) => {
    if (value === null || value === undefined) return "—";
    if (unit === "milliseconds") return sayDuration(value);
    if (unit === "share") return format.number(value, { style: "percent", maximumFractionDigits: value < 0.1 ? 2 : 1 });
    if (unit === "euros") {
      return format.number(value, {
        style: "currency",
        currency: "EUR",
        ...(isOnAxis && { notation: "compact", minimumFractionDigits: 0 }),
      });
    }
    return format.number(value, isOnAxis ? { notation: "compact" } : {});
  };
}

/** The figures of a TimeChart as a table, newest first, instead of the drawing. */
function TimeChartTable({ title, points, span, series, say }: TimeChartProps & { say: FormatFigure }) {
  const t = useTranslations("common");
  const { sayInFull } = usePointTimes(span);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={title}
      className="absolute inset-0 overflow-auto rounded-md border text-sm"
    >
      <table className="w-full border-separate border-spacing-0 text-left tabular-nums">
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:border-b [&>th]:bg-muted [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
            <th scope="col">{t("time")}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col" className="text-right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-b [&_th]:border-b [&_tr:last-child>*]:border-b-0">
          {points
            .map((point, index) => ({ ...point, until: points[index + 1]?.at }))
            .toReversed()
            .map(({ at, until, values }) => (
              <tr key={at.getTime()}>
                <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
                  {sayInFull(at, until)}
                  {until === undefined ? <span className="text-muted-foreground"> · {t("soFar")}</span> : null}
                </th>
                {series.map(({ key }) => (
                  <td key={key} className="px-3 py-1 text-right whitespace-nowrap">
                    {say(values[key])}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
