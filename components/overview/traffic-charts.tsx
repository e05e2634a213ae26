"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePointTimes } from "#components/kit/chart/chart-marks.tsx";
import type { ChartPoint, TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChart } from "#components/kit/chart/time-chart.tsx";
import { useDuration } from "#components/kit/facts/figures.tsx";
import { Change } from "#components/overview/change.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Overview } from "#lib/developer/overview/read.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

type FiguresData = Overview["figures"];

interface ChartProps {
  figures: FiguresData;
  range: OverviewRange;
  /** The settings that adjacent charts share. */
  shared: Pick<TimeChartProps, "span" | "pointed" | "onPoint">;
  opening?: TimeChartProps["opening"];
}

export function CallsChart({ figures: { points, total, changes }, range, shared, opening }: ChartProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const summarize = useSummary(points, shared.span);
  return (
    <Card className="p-4 sm:p-5">
      <TimeChart
        {...shared}
        opening={opening}
        title={t("calls.title")}
        summary={summarize(t("calls.summary", { count: total.calls, errors: total.errors }), ({ calls }) => calls, format.number)}
        heading={
          <Headline title={t("calls.title")} value={format.number(total.calls)} isMain>
            <Change change={changes.calls} range={range} isLong />
          </Headline>
        }
        kind="bars"
        points={points.map(({ at, calls, errors }) => valuesAt(at, { succeeded: calls - errors, errors }))}
        series={[
          { key: "succeeded", label: t("calls.succeeded"), tone: "main", total: format.number(total.calls - total.errors) },
          { key: "errors", label: t("calls.errors"), tone: "fault", total: format.number(total.errors) },
        ]}
        unit="count"
        empty={t("calls.empty")}
        className="min-h-56 sm:min-h-64"
      />
    </Card>
  );
}

export function ErrorRateChart({ figures: { points, total, changes }, range, shared, opening }: ChartProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const summarize = useSummary(points, shared.span);
  const errorRate = rateOf(total);
  const sayShare = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: share < 0.1 ? 2 : 1 });
  return (
    <Card className="p-4 sm:p-5">
      <TimeChart
        {...shared}
        opening={opening}
        title={t("errorRate.title")}
        summary={summarize(
          errorRate === null ? t("errorRate.empty") : t("errorRate.summary", { share: sayShare(errorRate) }),
          (point) => rateOf(point) ?? 0,
          sayShare,
        )}
        heading={
          <Headline title={t("errorRate.title")} value={errorRate === null ? "—" : sayShare(errorRate)}>
            <Change change={changes.errorRate} kind="share" good="down" range={range} />
          </Headline>
        }
        kind="line"
        points={points.map((point) => valuesAt(point.at, { rate: rateOf(point) }))}
        series={[{ key: "rate", label: t("errorRate.series"), tone: "fault" }]}
        unit="share"
        note={t("errorRate.note")}
        empty={t(total.calls === 0 ? "errorRate.empty" : "errorRate.none")}
        className="min-h-40"
      />
    </Card>
  );
}

export function LatencyChart({ figures: { points, total, changes }, range, shared }: ChartProps) {
  const t = useTranslations("overview");
  const sayDuration = useDuration();
  const summarize = useSummary(points, shared.span);
  return (
    <Card className="p-4 sm:p-5">
      <TimeChart
        {...shared}
        title={t("latency.title")}
        summary={summarize(
          total.p95Ms === null ? t("latency.empty") : t("latency.summary", { duration: sayDuration(total.p95Ms) }),
          ({ p95Ms }) => p95Ms ?? 0,
          sayDuration,
        )}
        heading={
          <Headline title={t("latency.title")} value={total.p95Ms === null ? "—" : sayDuration(total.p95Ms)}>
            <Change change={changes.p95} good="down" range={range} />
          </Headline>
        }
        kind="line"
        points={points.map(({ at, p95Ms }) => valuesAt(at, { p95: p95Ms }))}
        series={[{ key: "p95", label: t("latency.series"), tone: "main" }]}
        unit="milliseconds"
        note={t("latency.note")}
        empty={t("latency.empty")}
        className="min-h-40"
      />
    </Card>
  );
}

export function DeliveriesChart({ figures: { points, total, changes }, range, shared }: ChartProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const summarize = useSummary(points, shared.span);
  const ended = total.succeeded + total.failed + total.cancelled;
  return (
    <Card className="p-4 sm:p-5">
      <TimeChart
        {...shared}
        title={t("deliveries.title")}
        summary={summarize(
          t("deliveries.summary", { ...outcomesOf(total, format.number), count: ended }),
          ({ succeeded, failed, retrying, cancelled }) => succeeded + failed + retrying + cancelled,
          format.number,
        )}
        heading={
          <Headline title={t("deliveries.title")} value={format.number(ended + total.retrying)}>
            <Change change={changes.deliveries} range={range} />
          </Headline>
        }
        kind="bars"
        points={points.map(({ at, succeeded, failed, retrying, cancelled }) => valuesAt(at, { succeeded, failed, retrying, cancelled }))}
        series={[
          { key: "succeeded", label: t("deliveries.succeeded"), tone: "main", total: format.number(total.succeeded) },
          { key: "failed", label: t("deliveries.failed"), tone: "fault", total: format.number(total.failed) },
          { key: "retrying", label: t("deliveries.retrying"), tone: "waiting", total: format.number(total.retrying) },
          { key: "cancelled", label: t("deliveries.cancelled"), tone: "aside", total: format.number(total.cancelled) },
        ]}
        unit="count"
        note={t("deliveries.note")}
        empty={t("deliveries.empty")}
        className="min-h-40"
      />
    </Card>
  );
}

type Point = FiguresData["points"][number];

/** Returns a function that adds to a summary where the chart is highest. */
function useSummary(points: readonly Point[], span: TimeChartProps["span"]) {
  const t = useTranslations("overview");
  const { sayInFull } = usePointTimes(span);
  return (summary: string, valueOf: (point: Point) => number, say: (value: number) => string): string => {
    const values = points.map(valueOf);
    const highest = Math.max(...values);
    const index = values.indexOf(highest);
    if (highest === 0) return summary;
    const [at, until] = [points[index]?.at ?? "", points[index + 1]?.at];
    const time = sayInFull(new Date(at), until === undefined ? undefined : new Date(until));
    return `${summary} ${t("peak", { value: say(highest), time })}`;
  };
}

function Headline({ title, value, isMain = false, children }: { title: string; value: string; isMain?: boolean; children: ReactNode }) {
  return (
    <>
      <h2 className="text-base font-medium text-muted-foreground">{title}</h2>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5">
        <span className={cn("font-semibold tracking-tight tabular-nums", isMain ? "text-3xl" : "text-2xl")}>{value}</span>
        {children}
      </p>
    </>
  );
}

function valuesAt(at: Date, values: ChartPoint["values"]): ChartPoint {
  return { at, values };
}

/** Without calls there is no rate: the chart has a gap. */
function rateOf({ calls, errors }: { calls: number; errors: number }): number | null {
  return calls === 0 ? null : errors / calls;
}

function outcomesOf({ succeeded, failed, retrying, cancelled }: FiguresData["total"], say: (count: number) => string) {
  return { succeeded: say(succeeded), failed: say(failed), retrying: say(retrying), cancelled: say(cancelled) };
}
