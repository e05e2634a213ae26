"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { loadedPart } from "#components/kit/states/loaded-part.tsx";
import type { FirstRequests } from "#components/overview/first-requests.ts";
import { GettingStarted } from "#components/overview/getting-started.tsx";
import { Health } from "#components/overview/health.tsx";
import { LatestFailures } from "#components/overview/latest-failures.tsx";
import { overviewQuery, rangeFilter } from "#components/overview/queries.ts";
import { RangeSwitch } from "#components/overview/range-switch.tsx";
import { Traffic } from "#components/overview/traffic.tsx";
import { ReadinessCard } from "#components/readiness/readiness-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
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
