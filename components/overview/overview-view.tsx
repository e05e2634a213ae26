"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, Send } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { ReactNode } from "react";
import { LastAnswer } from "#components/deliveries/attempts.tsx";
import type { TimeChartProps } from "#components/kit/chart/chart-scale.ts";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { RangeSwitch } from "#components/overview/change.tsx";
import type { FirstRequests } from "#components/overview/first-requests.ts";
import { GettingStarted } from "#components/overview/getting-started.tsx";
import { Health } from "#components/overview/health.tsx";
import { failuresQuery, overviewQuery, pointSpans, rangeFilter } from "#components/overview/queries.ts";
import { CallsChart, DeliveriesChart, ErrorRateChart, LatencyChart } from "#components/overview/traffic-charts.tsx";
import { ReadinessCard } from "#components/readiness/readiness-list.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Overview } from "#lib/developer/overview/read.ts";
import type { Role } from "#lib/platform/roles.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

// The part is below the fold, so it comes after the first load.
const PortfolioView = loadedPart(() => import("#components/overview/portfolio.tsx").then((module) => module.PortfolioView));

interface Props {
  environmentName: string;
  role: Role;
  requests: FirstRequests;
  /** True if the viewer has hidden the completed first steps. */
  isSettled: boolean;
}

/** How an environment is doing, over the period that the address names. */
export function OverviewView({ role, ...shown }: Props) {
  const environment = useEnvironment();
  const t = useTranslations("overview");
  const timeZone = useTimeZone() ?? "UTC";
  const [{ range }, setRange] = useQueryStates(rangeFilter, { history: "push" });
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(environment, range, timeZone));
  const client = useQueryClient();
  const hasCalled = data?.milestones.call !== false;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(`description.${environment}`)}
        badge={<Badge tone="environment">{shown.environmentName}</Badge>}
        actions={
          hasCalled ? (
            <RangeSwitch
              range={range}
              choose={(chosen) => void setRange({ range: chosen })}
              prepare={(pointed) => void client.query(overviewQuery(environment, pointed, timeZone)).catch(() => undefined)}
            />
          ) : undefined
        }
      />
      {data === undefined ? (
        error === null ? null : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} />
          </Card>
        )
      ) : (
        <OverviewBody {...shown} data={data} role={role} range={range} isStale={isPlaceholderData} />
      )}
    </>
  );
}

function OverviewBody({
  data,
  role,
  range,
  isStale,
  ...shown
}: Props & {
  data: Overview;
  range: OverviewRange;
  /** True while another period is loaded. */
  isStale: boolean;
}) {
  const environment = useEnvironment();
  const router = useRouter();
  const isDeveloper = isAmong("developer", role);
  function openCalls({ from, to, isFailed }: { from: Date; to: Date | undefined; isFailed: boolean }) {
    const period = { from: from.toISOString(), ...(to !== undefined && { to: to.toISOString() }) };
    const filters = { ...(isFailed && { status: "4xx,5xx" }), source: "system,command_line", ...period };
    router.push(`/${environment}/calls?${new URLSearchParams(filters)}`);
  }
  const hasCalled = data.milestones.call;
  return (
    <div className="grid grid-cols-1 gap-4">
      <GettingStarted
        {...shown}
        milestones={data.milestones}
        renterUid={data.renterUid}
        isDeveloper={isDeveloper}
        isFailing={hasFailures(data)}
      />
      {isDeveloper && environment === "development" && hasCalled ? <ReadinessCard /> : null}
      <div
        className={cn(
          "grid grid-cols-1 gap-4 transition-opacity",
          !hasCalled && "xl:grid-cols-[minmax(0,1fr)_min(20rem,35%)]",
          isStale && "opacity-55",
        )}
        aria-busy={isStale}
      >
        {hasCalled ? (
          <Traffic
            openCalls={isDeveloper ? openCalls : undefined}
            figures={data.figures}
            range={range}
            beside={<Health health={data.health} role={role} />}
          />
        ) : (
          <>
            <NoTraffic />
            <Health health={data.health} role={role} />
          </>
        )}
      </div>
      {data.milestones.contract && isAmong("member", role) ? <PortfolioView /> : null}
      {isDeveloper && (hasCalled || data.milestones.webhook) ? <LatestFailures hasDelivered={data.milestones.event} /> : null}
    </div>
  );
}

/** True if calls or deliveries of the period, or a webhook, failed. */
function hasFailures({ health, figures: { total } }: Overview): boolean {
  return health.failing > 0 || health.unsteady > 0 || total.errors > 0 || total.failed > 0 || total.retrying > 0;
}

/** A day as it will look: heights in per cent. */
const someDay = [14, 18, 12, 9, 8, 10, 16, 28, 46, 62, 74, 82, 70, 64, 78, 90, 84, 66, 52, 44, 36, 30, 22, 18];

/** Stands where the charts will be, as long as nothing was ever called. */
function NoTraffic() {
  const t = useTranslations("overview.none");
  return (
    <Card className="relative flex min-h-56 flex-col justify-end overflow-hidden">
      <div aria-hidden className="absolute inset-x-4 top-6 bottom-0 flex items-end gap-[2%] mask-t-from-20% opacity-60 sm:inset-x-5">
        {someDay.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a drawing that never changes
          <span key={index} className="flex-1 rounded-t-[3px] bg-secondary" style={{ height: `${height}%` }} />
        ))}
      </div>
      <div className="relative grid grow content-center justify-items-center gap-1 px-6 py-10 text-center">
        <h2 className="text-lg font-semibold tracking-tight">{t("title")}</h2>
        <p className="max-w-sm text-muted-foreground">{t("text")}</p>
      </div>
    </Card>
  );
}

/** The traffic of a period as four charts that point at the same moment; `beside` stands next to the first of them. */
function Traffic({
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

/** The last calls and deliveries that failed, each with a link to its page in the developer space. */
function LatestFailures({ hasDelivered }: { hasDelivered: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.failures");
  const { data, error, refetch } = useQuery(failuresQuery(environment));
  if (data === undefined) {
    return error === null ? null : (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <FailureList
        title={t("calls")}
        all={{ href: `/${environment}/calls?status=4xx,5xx&source=system,command_line`, label: t("allCalls") }}
        none={{ icon: CircleCheck, text: t("noCalls") }}
      >
        {data.calls.map(({ executionId, method, path, status, errorCode, at }) => (
          <Failure
            key={executionId}
            href={`/${environment}/calls/${executionId}`}
            name={
              <>
                <span className="text-muted-foreground">{method}</span>
                {` ${path}`}
              </>
            }
            at={at}
          >
            <HttpStatus status={status} />
            {errorCode === null ? null : t("code", { code: String(errorCode) })}
          </Failure>
        ))}
      </FailureList>
      <FailureList
        title={t("deliveries")}
        all={{ href: `/${environment}/deliveries?response=unsuccessful`, label: t("allDeliveries") }}
        none={hasDelivered ? { icon: CircleCheck, text: t("noDeliveries") } : { icon: Send, text: t("noDeliveriesYet") }}
      >
        {data.deliveries.map(({ id, eventType, status, webhookName, statusCode, error: networkError, test, createdAt }) => (
          <Failure key={id} href={`/${environment}/deliveries/${id}`} name={eventType} at={createdAt}>
            <StatusBadge of="delivery" status={status} />
            <LastAnswer statusCode={statusCode} error={networkError} />
            {test ? <Badge tone="outline">{t("test")}</Badge> : null}
            <span className="min-w-0 truncate">{webhookName}</span>
          </Failure>
        ))}
      </FailureList>
    </div>
  );
}

function FailureList({
  title,
  all,
  none,
  children,
}: {
  title: string;
  all: { href: string; label: string };
  /** Said where there are none. */
  none: { icon: LucideIcon; text: string };
  children: ReactNode[];
}) {
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 sm:px-5">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {children.length === 0 ? null : (
          <Link href={all.href} className="inline-flex items-center gap-1 text-sm font-medium text-link underline-offset-4 hover:underline">
            {all.label}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </div>
      {children.length === 0 ? (
        <p className="flex items-center gap-2 border-t px-4 py-6 text-muted-foreground sm:px-5">
          <none.icon aria-hidden className={cn("size-4.5 shrink-0", none.icon === CircleCheck && "text-success")} />
          {none.text}
        </p>
      ) : (
        <ul className="divide-y border-t">{children}</ul>
      )}
    </Card>
  );
}

function Failure({ href, name, at, children }: { href: string; name: ReactNode; at: Date; children: ReactNode }) {
  return (
    <li className="relative grid gap-1.5 px-4 py-2.5 hover:bg-accent/60 sm:px-5">
      <div className="flex min-w-0 items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-mono text-sm">
          <Link
            href={href}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {name}
          </Link>
        </span>
        <span className="shrink-0 text-sm text-muted-foreground">
          <TimeStamp at={at} as="ago" />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-sm text-muted-foreground">{children}</div>
    </li>
  );
}
