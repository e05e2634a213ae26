"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChart } from "#components/kit/chart/time-chart.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { securityTrendsQuery } from "#components/security/queries.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Card } from "#components/ui/card.tsx";

const hourMs = 3_600_000;

/** The last 24 hours: unusual activity, a chart, and each kind compared with the day before. */
export function SecurityTrends() {
  const t = useTranslations("securityEvents");
  const format = useFormatter();
  const [pointed, setPointed] = useState<TimeChartProps["pointed"]>();
  const { data } = useQuery(securityTrendsQuery);
  if (data === undefined) return null;
  const { points, kinds, alarms } = data;
  const total = points.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="mb-6 grid gap-4">
      {alarms.length === 0 ? null : (
        <Alert tone="danger" title={t("alarms.title")}>
          <ul className="grid gap-1">
            {alarms.map(({ kind, hour, count }) => (
              <li key={`${kind} ${hour.toISOString()}`}>
                {t.rich("alarms.one", {
                  kind: t(`kinds.${kind}`),
                  count: format.number(count),
                  from: () => <TimeStamp at={hour} focusable />,
                  to: () => <TimeStamp at={new Date(new Date(hour).getTime() + hourMs).toISOString()} focusable />,
                })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card className="p-4 sm:p-5">
          <TimeChart
            title={t("trend.title")}
            summary={t("trend.summary", { count: total })}
            heading={
              <>
                <h2 className="text-sm text-muted-foreground">{t("trend.title")}</h2>
                <p className="text-2xl font-semibold tabular-nums">{format.number(total)}</p>
              </>
            }
            kind="bars"
            points={points.map(({ at, count }) => ({ at, values: { count } }))}
            span="hour"
            series={[{ key: "count", label: t("trend.series"), tone: "fault" }]}
            unit="count"
            empty={t("trend.empty")}
            className="min-h-40"
            pointed={pointed}
            onPoint={setPointed}
          />
        </Card>
        <Card className="min-w-0 overflow-x-auto p-4 sm:p-5">
          <table aria-label={t("trend.title")} className="w-full text-sm">
            <thead>
              <tr className="text-muted-foreground">
                <th scope="col" className="pb-2 text-left font-normal">
                  {t("columns.kind")}
                </th>
                <th scope="col" className="pb-2 pl-3 text-right font-normal">
                  {t("today")}
                </th>
                <th scope="col" className="pb-2 pl-3 text-right font-normal">
                  {t("before")}
                </th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ kind, count, before }) => (
                <tr key={kind} className="border-t">
                  <th scope="row" className="py-1.5 text-left font-medium">
                    {t(`kinds.${kind}`)}
                  </th>
                  <td className="py-1.5 pl-3 text-right tabular-nums">{format.number(count)}</td>
                  <td className="py-1.5 pl-3 text-right text-muted-foreground tabular-nums">{format.number(before)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      </div>
    </div>
  );
}
