"use client";

import { useTranslations } from "next-intl";
import type { FormatFigure, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { usePointTimes } from "#components/kit/chart/use-point-times.ts";

/** The figures of a TimeChart as a table, newest first, instead of the drawing. */
export function TimeChartTable({ title, points, span, series, say }: TimeChartProps & { say: FormatFigure }) {
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
