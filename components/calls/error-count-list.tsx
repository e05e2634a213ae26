"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useMemo } from "react";
import { errorCountsQuery } from "#components/calls/queries.ts";
import type { ErrorCountRow } from "#components/calls/queries.ts";
import { Change } from "#components/overview/change.tsx";
import { rangeFilter } from "#components/overview/queries.ts";
import { RangeSwitch } from "#components/overview/range-switch.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ExportButton } from "#components/portal/export-button.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { Sparkline } from "#components/portal/sparkline.tsx";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<ErrorCountRow>();
const idOf = ({ errorCode, endpoint }: ErrorCountRow) => `${errorCode} ${endpoint ?? ""}`;

/** Which errors the endpoints answered, how often, and whether they become more. `meanings` says what a code means to an endpoint. */
export function ErrorCountList({ environment, meanings }: { environment: Environment; meanings: Readonly<Record<string, string>> }) {
  const t = useTranslations("calls.errorCounts");
  const calls = useTranslations("calls");
  const timeZone = useTimeZone() ?? "UTC";
  const [range, setRange] = useQueryState("range", rangeFilter.range);
  const query = useQuery(errorCountsQuery(environment, range, timeZone));
  const client = useQueryClient();
  const columns = useErrorColumns(range, meanings);
  const { from = "" } = query.data ?? {};
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
        hrefOf={({ errorCode, endpoint }) =>
          `/${environment}/calls?${new URLSearchParams({ errorCode: String(errorCode), endpoint: endpoint ?? "unknown", source: "system", from })}`
        }
        empty={
          <EmptyState icon={CircleCheck} title={t("emptyTitle")}>
            {t("empty")}
          </EmptyState>
        }
      />
    </>
  );
}

function useErrorColumns(range: OverviewRange, meanings: Readonly<Record<string, string>>) {
  const t = useTranslations("calls");
  const format = useFormatter();
  return useMemo(
    () => [
      column.accessor("errorCode", {
        header: t("errorCounts.error"),
        cell: ({ row: { original } }) => {
          const meaning = meanings[`${original.errorCode} ${original.endpoint ?? ""}`] ?? meanings[String(original.errorCode)];
          return (
            <span title={meaning}>
              <span className="font-mono">{original.errorCode}</span>
              {meaning === undefined ? null : <span className="text-muted-foreground"> · {meaning}</span>}
            </span>
          );
        },
        meta: { grows: true },
      }),
      column.accessor("endpoint", {
        header: t("filters.endpoint"),
        cell: (cell) => <span className="font-mono text-sm">{cell.getValue() ?? t("filters.unknownEndpoint")}</span>,
        meta: { phone: "below" },
      }),
      column.accessor("trend", {
        header: t("errorCounts.trend"),
        cell: ({ row: { original } }) => <Sparkline values={original.trend} />,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("calls", {
        header: t("errorCounts.calls"),
        cell: ({ row: { original } }) => (
          <span className="inline-flex items-baseline gap-2">
            <Change change={original.before === 0 ? null : original.calls / original.before - 1} good="down" range={range} />
            <span className="tabular-nums">{format.number(original.calls)}</span>
          </span>
        ),
        meta: { align: "right", phone: "end" },
      }),
    ],
    [t, format, range, meanings],
  );
}
