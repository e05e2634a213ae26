"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useDuration } from "#components/portal/figures.tsx";
import { TimeChartDrawing } from "#components/portal/time-chart-drawing.tsx";

/** Values at a moment; null where there was nothing to measure. */
export type ChartPoint = { at: string } & Record<string, string | number | null>;

export interface ChartSeries {
  /** The name of its values in the points. */
  key: string;
  label: string;
  /** Of the tokens chart-1 to chart-5. */
  colour: 1 | 2 | 3 | 4 | 5;
}

/** Figures over time: bars that stand on each other, or lines; and the same figures as a table, for those who cannot see them. */
export function TimeChart({
  title,
  kind,
  points,
  series,
  unit,
}: {
  title: string;
  kind: "bars" | "lines";
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: "count" | "milliseconds" | "share";
}) {
  const t = useTranslations("common");
  const format = useFormatter();
  const sayDuration = useDuration();
  const says = {
    count: (value: number) => format.number(value, { notation: "compact" }),
    milliseconds: sayDuration,
    share: (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 }),
  };
  const say = says[unit];
  const [first, last] = [points[0], points.at(-1)];
  const isLong = first !== undefined && last !== undefined && Date.parse(last.at) - Date.parse(first.at) > 2 * 86_400_000;
  const sayTime = (at: string) =>
    format.dateTime(new Date(at), isLong ? { day: "numeric", month: "short" } : { hour: "2-digit", minute: "2-digit" });
  const isEmpty = points.every((point) => series.every(({ key }) => (point[key] ?? 0) === 0));
  return (
    <figure className="min-w-0">
      <div aria-hidden className="relative h-56">
        <TimeChartDrawing kind={kind} points={points} series={series} isWhole={unit === "count"} say={say} sayTime={sayTime} />
        {isEmpty ? <p className="absolute inset-0 grid place-content-center text-muted-foreground">{t("noData")}</p> : null}
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <span className="sr-only">{title}</span>
        {series.map(({ key, label, colour }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: `var(--chart-${colour})` }} />
            {label}
          </span>
        ))}
        <details className="w-full">
          <summary className="w-fit cursor-pointer rounded-sm hover:text-foreground">{t("chartTable")}</summary>
          <section
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
            tabIndex={0}
            aria-label={title}
            className="mt-2 max-h-64 overflow-auto rounded-md border"
          >
            <table className="w-full text-left tabular-nums">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr>
                  <th scope="col" className="px-3 py-1.5 font-medium">
                    {t("time")}
                  </th>
                  {series.map(({ key, label }) => (
                    <th key={key} scope="col" className="px-3 py-1.5 text-right font-medium">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {points.map((point) => (
                  <tr key={point.at} className="border-t">
                    <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
                      {format.dateTime(new Date(point.at), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })}
                    </th>
                    {series.map(({ key }) => (
                      <td key={key} className="px-3 py-1 text-right">
                        {typeof point[key] === "number" ? say(point[key]) : "—"}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      </figcaption>
    </figure>
  );
}
