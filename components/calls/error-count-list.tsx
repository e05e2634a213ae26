"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { errorCountsQuery } from "#components/calls/queries.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Change, RangeSwitch } from "#components/overview/change.tsx";
import { rangeFilter } from "#components/overview/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import type { ErrorCount } from "#lib/developer/calls/list-errors.ts";
import { filterOfError } from "#lib/developer/calls/list-filters.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

const idOf = ({ errorCode, endpoint }: ErrorCount) => `${errorCode} ${endpoint ?? ""}`;

/** The errors of the endpoints, with their counts and trend. `meanings` says what a code means to an endpoint. */
export function ErrorCountList({
  meanings,
  requests,
}: {
  meanings: Readonly<Record<string, string>>;
  /** The name of each endpoint, by its id. */
  requests: Readonly<Record<string, string>>;
}) {
  const environment = useEnvironment();
  const t = useTranslations("calls.errorCounts");
  const calls = useTranslations("calls");
  const timeZone = useTimeZone() ?? "UTC";
  const [range, setRange] = useQueryState("range", rangeFilter.range);
  const query = useQuery(errorCountsQuery(environment, range, timeZone));
  const client = useQueryClient();
  const columns = useErrorColumns(range, meanings, requests);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        crumbs={[{ label: calls("title"), href: `/${environment}/calls` }]}
        actions={
          <>
            <RangeSwitch
              range={range}
              choose={(chosen) => void setRange(chosen)}
              prepare={(each) => void client.query(errorCountsQuery(environment, each, timeZone)).catch(() => undefined)}
            />
            <ExportButton list="errors" />
          </>
        }
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.errors}
        query={query}
        idOf={idOf}
        hrefOf={(error) => `/${environment}/calls?${new URLSearchParams(filterOfError(error, query.data?.from ?? new Date(0)))}`}
        empty={<EmptyState icon={CircleCheck} texts={t} />}
      />
    </>
  );
}

function useErrorColumns(
  range: OverviewRange,
  meanings: Readonly<Record<string, string>>,
  requests: Readonly<Record<string, string>>,
): Column<ErrorCount>[] {
  const t = useTranslations("calls");
  const format = useFormatter();
  return [
    {
      key: "errorCode",
      header: t("errorCounts.error"),
      cell: ({ errorCode, endpoint }) => {
        const meaning = meanings[`${errorCode} ${endpoint ?? ""}`] ?? meanings[String(errorCode)];
        return (
          <span className="whitespace-normal">
            <span className="font-mono">{errorCode}</span>
            {meaning === undefined ? null : <span className="text-muted-foreground"> · {meaning}</span>}
          </span>
        );
      },
      grows: true,
    },
    {
      key: "endpoint",
      header: t("filters.endpoint"),
      cell: ({ endpoint }) => (
        <span className="font-mono text-sm">{endpoint === null ? t("filters.unknownEndpoint") : (requests[endpoint] ?? endpoint)}</span>
      ),
      phone: "below",
    },
    { key: "trend", header: t("errorCounts.trend"), cell: ({ trend }) => <Sparkline values={trend} />, phone: "belowEnd" },
    {
      key: "calls",
      header: t("errorCounts.calls"),
      cell: ({ before, calls }) => (
        <span className="inline-flex items-baseline gap-2">
          <Change change={before === 0 ? null : calls / before - 1} good="down" range={range} />
          <span className="tabular-nums">{format.number(calls)}</span>
        </span>
      ),
      align: "right",
      phone: "end",
    },
  ];
}

const [barWidth, gap, height] = [4, 1, 24];

/** Values as small bars, scaled to the largest; hidden from screen readers. */
function Sparkline({ values }: { values: readonly number[] }) {
  const largest = Math.max(1, ...values);
  const width = values.length * (barWidth + gap);
  const bars = values.map((value, index) => {
    const size = value === 0 ? 1 : Math.max(2, (value / largest) * height);
    return `M${index * (barWidth + gap)} ${height}h${barWidth}v${-size}h${-barWidth}z`;
  });
  return (
    <svg aria-hidden width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="inline-block max-w-none text-danger">
      <path d={bars.join("")} fill="currentColor" />
    </svg>
  );
}
