"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import type { TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { pointSpans } from "#components/overview/queries.ts";
import { CallsChart, DeliveriesChart, ErrorRateChart, LatencyChart } from "#components/overview/traffic-charts.tsx";
import type { Overview } from "#lib/developer/overview/read.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

/** The traffic of a period as four charts that point at the same moment; `beside` stands next to the first of them. */
export function Traffic({
  figures,
  range,
  beside,
  openCalls,
}: {
  figures: Overview["figures"];
  range: OverviewRange;
  beside: ReactNode;
  /** Leads to the calls of a time, all or those that failed; none if the calls are not for the viewer. */
  openCalls: ((time: { from: Date; to: Date | undefined; isFailed: boolean }) => void) | undefined;
}) {
  const t = useTranslations("overview");
  const [pointed, setPointed] = useState<TimeChartProps["pointed"]>();
  const chart = { figures, range, shared: { span: pointSpans[range], pointed, onPoint: setPointed } };
  const openingOf = (isFailed: boolean) =>
    openCalls && { hint: t(isFailed ? "openFailed" : "open"), open: (from: Date, to?: Date) => openCalls({ from, to, isFailed }) };
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
        <CallsChart {...chart} opening={openingOf(false)} />
        {beside}
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <ErrorRateChart {...chart} opening={openingOf(true)} />
        <LatencyChart {...chart} />
        <DeliveriesChart {...chart} />
      </div>
    </>
  );
}
