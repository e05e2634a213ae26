"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReactNode } from "react";
import type { TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChart } from "#components/kit/chart/time-chart.tsx";
import { LossRatio } from "#components/statements/figure-columns.tsx";
import { Card } from "#components/ui/card.tsx";
import { lossRatio, monthOf, monthsBefore, monthsFrom, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import type { Figures, WireStatementSummary } from "#lib/insurance/statements/schema.ts";

const monthsShown = 12;
/** Few contracts and one theft make a month of 6,000 %. */
const highestRatio = 2;

/** The last twelve months: premium, and what share of it claims took. Each month leads to its statement. */
export function MonthCharts({ months, root }: { months: readonly WireStatementSummary[]; root: string }) {
  const t = useTranslations("statements.charts");
  const format = useFormatter();
  const router = useRouter();
  const [pointed, setPointed] = useState<TimeChartProps["pointed"]>();
  const last = months[0]?.month;
  if (last === undefined) return null;
  const byMonth = new Map(months.map(({ month, totals }) => [month, totals]));
  const rows = monthsFrom(monthsBefore(last, monthsShown - 1), last)
    .toReversed()
    .map((month) => ({ month, at: startOfMonth(month), totals: byMonth.get(month) }));
  const sum = (pick: (totals: Figures) => number) =>
    rows.reduce((total, { totals }) => total + (totals === undefined ? 0 : Math.round(pick(totals) * 100)), 0) / 100;
  const [net, netOfTax, returned, claims] = [
    sum(({ premium_net: euros }) => euros),
    sum(({ premium_net_excluding_tax: euros }) => euros),
    0 - sum(({ premium_returned: euros }) => euros),
    sum(({ claims_net: euros }) => euros),
  ];
  const say = (euros: number) => format.number(euros, { style: "currency", currency: "EUR" });
  const opening = {
    hint: t("open"),
    open: (from: Date) => {
      const month = monthOf(from);
      if (byMonth.has(month)) router.push(`${root}/${month}`);
    },
  };
  const shared = { span: "month", pointed, onPoint: setPointed, opening } as const;
  return (
    <div className="mb-5 grid gap-4 print:hidden lg:grid-cols-2">
      <Card className="p-4 sm:p-5">
        <TimeChart
          {...shared}
          title={t("premium")}
          summary={t("premiumSummary", { net: say(net), returned: say(returned) })}
          heading={<Heading title={t("premium")} value={say(net)} />}
          kind="bars"
          points={rows.map(({ at, totals }) => ({
            at,
            values: { net: totals?.premium_net ?? 0, returned: totals === undefined ? 0 : Math.abs(totals.premium_returned) },
          }))}
          series={[
            { key: "net", label: t("net"), tone: "main", total: say(net) },
            { key: "returned", label: t("returned"), tone: "aside", total: say(returned) },
          ]}
          unit="euros"
          empty={t("premiumEmpty")}
          className="min-h-48"
        />
      </Card>
      <Card className="p-4 sm:p-5">
        <TimeChart
          {...shared}
          title={t("lossRatio")}
          summary={t("lossRatioSummary", { claims: say(claims), net: say(netOfTax) })}
          heading={<Heading title={t("lossRatio")} value={<LossRatio ratio={lossRatio(claims, netOfTax)} />} />}
          kind="line"
          points={rows.map(({ at, totals }) => ({ at, values: { ratio: totals?.loss_ratio ?? null } }))}
          series={[{ key: "ratio", label: t("lossRatio"), tone: "waiting" }]}
          unit="share"
          ceiling={highestRatio}
          note={
            rows.some(({ totals }) => (totals?.loss_ratio ?? 0) > highestRatio)
              ? t("lossRatioCut", { highest: format.number(highestRatio, { style: "percent" }) })
              : t("lossRatioNote")
          }
          empty={t("lossRatioEmpty")}
          className="min-h-48"
        />
      </Card>
    </div>
  );
}

function Heading({ title, value }: { title: string; value: ReactNode }) {
  const t = useTranslations("statements.charts");
  return (
    <>
      <h2 className="text-base font-medium text-muted-foreground">{title}</h2>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="text-sm text-muted-foreground">{t("period")}</span>
      </p>
    </>
  );
}
