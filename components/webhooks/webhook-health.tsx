"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { LastAnswer } from "#components/deliveries/attempts.tsx";
import type { TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { TimeChart } from "#components/kit/chart/time-chart.tsx";
import { useDuration } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { RangeSwitch } from "#components/overview/change.tsx";
import { pointSpans, rangeFilter } from "#components/overview/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Card } from "#components/ui/card.tsx";
import { healthQuery } from "#components/webhooks/queries.ts";
import type { HealthData } from "#components/webhooks/queries.ts";

/** A webhook's health: since when it fails, success rate, response times, and outages. */
export function WebhookHealth({ webhookId }: { webhookId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.health");
  const timeZone = useTimeZone() ?? "UTC";
  const client = useQueryClient();
  const [{ range }, setRange] = useQueryStates(rangeFilter, { history: "push" });
  const { data, error, refetch } = useQuery(healthQuery(environment, webhookId, range, timeZone));
  return (
    <section aria-label={t("title")} className="mb-8 grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold tracking-tight">{t("title")}</h2>
        <RangeSwitch
          range={range}
          choose={(chosen) => void setRange({ range: chosen })}
          prepare={(pointed) => void client.query(healthQuery(environment, webhookId, pointed, timeZone)).catch(() => undefined)}
        />
      </div>
      {data === undefined ? (
        error === null ? null : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} />
          </Card>
        )
      ) : (
        <>
          {data.failingSince === null ? null : <Failing health={data} since={data.failingSince} />}
          {data.dropped === null ? null : <Dropped {...data.dropped} />}
          <Charts health={data} span={pointSpans[range]} />
          <Outages outages={data.outages} />
        </>
      )}
    </section>
  );
}

function Failing({ health: { consecutiveFailures, lastFailure, lastSucceededAt }, since }: { health: HealthData; since: Date }) {
  const t = useTranslations("webhooks.health");
  return (
    <Alert tone="danger" title={t.rich("failingSince", { time: () => <TimeStamp key="time" at={since} focusable /> })}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {t("failures", { count: consecutiveFailures })}
        {lastFailure === null ? null : <LastAnswer statusCode={lastFailure.statusCode} error={lastFailure.error} />}
      </p>
      <p>
        {lastSucceededAt === null
          ? t("neverSucceeded")
          : t.rich("lastSuccess", { time: () => <TimeStamp key="time" at={lastSucceededAt} as="ago" focusable /> })}
      </p>
    </Alert>
  );
}

function Dropped({ count, since }: NonNullable<HealthData["dropped"]>) {
  const t = useTranslations("webhooks.health.dropped");
  return (
    <Alert tone="warning" title={t("title", { count })}>
      <p>{t.rich("text", { time: () => <TimeStamp key="time" at={since} focusable /> })}</p>
    </Alert>
  );
}

function Charts({ health: { points, total }, span }: { health: HealthData; span: TimeChartProps["span"] }) {
  const t = useTranslations("webhooks.health");
  const format = useFormatter();
  const sayDuration = useDuration();
  const [pointed, setPointed] = useState<TimeChartProps["pointed"]>();
  const { attempts, failures, p95Ms } = total;
  const shared = { span, pointed, onPoint: setPointed, className: "min-h-40" };
  // Rounded down, so that 100 % means that all succeeded.
  const rate = attempts === 0 ? null : Math.floor(((attempts - failures) / attempts) * 1000) / 1000;
  const sayRate = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Card className="p-4 sm:p-5">
        <TimeChart
          {...shared}
          title={t("attempts.title")}
          summary={rate === null ? t("attempts.empty") : t("attempts.summary", { rate: sayRate(rate), attempts, failures })}
          heading={<Headline title={t("attempts.title")} value={rate === null ? "—" : sayRate(rate)} />}
          kind="bars"
          points={points.map((point) => ({
            at: point.at,
            values: { succeeded: point.attempts - point.failures, failed: point.failures },
          }))}
          series={[
            { key: "succeeded", label: t("attempts.succeeded"), tone: "main", total: format.number(attempts - failures) },
            { key: "failed", label: t("attempts.failed"), tone: "fault", total: format.number(failures) },
          ]}
          unit="count"
          empty={t("attempts.empty")}
        />
      </Card>
      <Card className="p-4 sm:p-5">
        <TimeChart
          {...shared}
          title={t("latency.title")}
          summary={p95Ms === null ? t("attempts.empty") : t("latency.summary", { duration: sayDuration(p95Ms) })}
          heading={<Headline title={t("latency.title")} value={p95Ms === null ? "—" : `≈ ${sayDuration(p95Ms)}`} />}
          kind="line"
          points={points.map((point) => ({ at: point.at, values: { p95: point.p95Ms } }))}
          series={[{ key: "p95", label: t("latency.series"), tone: "main" }]}
          unit="milliseconds"
          note={t("latency.note")}
          empty={t("attempts.empty")}
        />
      </Card>
    </div>
  );
}

function Headline({ title, value }: { title: string; value: string }) {
  return (
    <>
      <h3 className="text-base font-medium text-muted-foreground">{title}</h3>
      <p className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
    </>
  );
}

function Outages({ outages }: Pick<HealthData, "outages">) {
  const t = useTranslations("webhooks.health");
  if (outages.length === 0) return null;
  return (
    <Card className="gap-2 p-4 sm:p-5">
      <h3 className="text-base font-medium text-muted-foreground">{t("outages")}</h3>
      <ul className="grid gap-1">
        {outages.map(({ beganAt, endedAt }) => (
          <li key={beganAt.getTime()}>
            {t.rich(endedAt === null ? "outageOpen" : "outage", {
              from: () => <TimeStamp key="from" at={beganAt} focusable />,
              to: () => <TimeStamp key="to" at={endedAt ?? beganAt} focusable />,
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
