"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { CallFilterBar } from "#components/calls/call-filter-bar.tsx";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { callFilters, callsQuery } from "#components/calls/queries.ts";
import type { CallRowData } from "#components/calls/queries.ts";
import { shortPath } from "#components/calls/short-path.ts";
import { useNewChoices } from "#components/calls/use-new-choices.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Duration } from "#components/portal/figures.tsx";
import { CodeBlock } from "#components/portal/json-view.tsx";
import { asQuery } from "#components/portal/list-parsers.ts";
import { Pager } from "#components/portal/pager.tsx";
import { HttpStatus } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<CallRowData>();
const idOf = ({ executionId }: CallRowData) => executionId;

/** The calls of an environment's keys. `firstCall` is a command that makes one. */
export function CallList({ environment, choices, firstCall }: { environment: Environment; choices: DescribedChoices; firstCall: string }) {
  const t = useTranslations("calls");
  const filters = useListFilters(callFilters);
  const query = useQuery(callsQuery(environment, filters.values));
  const columns = useCallColumns();
  useNewChoices(query.data?.rows, choices);
  const isUnused = query.data?.rows.length === 0 && !filters.isFiltered && !filters.isPaged;
  // The calls beside one are those of the same list.
  const { before: _before, after: _after, ...filter } = filters.values;
  const listQuery = String(new URLSearchParams(asQuery(filter)));
  return (
    <>
      {isUnused ? null : (
        <CallFilterBar
          values={filters.values}
          set={filters.setFilters}
          clear={filters.clear}
          isFiltered={filters.isFiltered}
          choices={choices}
        />
      )}
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        hrefOf={({ executionId }) => `/${environment}/calls/${executionId}${listQuery === "" ? "" : `?${listQuery}`}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={SearchX} title={t("noMatchTitle")}>
              {t("noMatch")}
            </EmptyState>
          ) : (
            <NoCalls environment={environment} firstCall={firstCall} />
          )
        }
        pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
      />
    </>
  );
}

function useCallColumns() {
  const t = useTranslations("calls");
  return useMemo(
    () => [
      column.accessor("path", {
        header: t("columns.call"),
        cell: ({ row: { original } }) => (
          <span className="font-mono text-sm max-sm:[overflow-wrap:anywhere]" title={original.path}>
            <span className="text-muted-foreground">{original.method}</span> {shortPath(original.path)}
            {original.preview ? (
              <Badge tone="outline" className="ml-2 font-sans">
                {t("preview")}
              </Badge>
            ) : null}
          </span>
        ),
        meta: { grows: true },
      }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: ({ row: { original } }) => (
          <span className="inline-flex items-center gap-2 align-middle">
            <HttpStatus status={original.status} />
            {original.errorCode === null ? null : <span className="font-mono text-sm sm:hidden">{original.errorCode}</span>}
          </span>
        ),
      }),
      column.accessor("errorCode", {
        header: t("columns.errorCode"),
        cell: (cell) => <span className="font-mono text-sm">{cell.getValue() ?? "—"}</span>,
        meta: { hiddenOnPhone: true },
      }),
      column.accessor("durationMs", {
        header: t("columns.duration"),
        cell: (cell) => <Duration ms={cell.getValue()} />,
        meta: { align: "right" },
      }),
      column.accessor("at", { header: t("columns.time"), cell: (cell) => <TimeStamp at={cell.getValue()} as="second" /> }),
      column.accessor("executionId", {
        header: t("columns.executionId"),
        cell: (cell) => <span className="font-mono text-xs text-muted-foreground">{cell.getValue()}</span>,
        meta: { hiddenOnPhone: true },
      }),
    ],
    [t],
  );
}

function NoCalls({ environment, firstCall }: { environment: Environment; firstCall: string }) {
  const t = useTranslations("calls");
  return (
    <EmptyState
      icon={ArrowLeftRight}
      title={t("emptyTitle")}
      action={
        <div className="grid w-full max-w-xl gap-4 text-left">
          <CodeBlock text={firstCall} what={t("firstCall")} />
          <div className="flex flex-wrap justify-center gap-2">
            <Button asChild>
              <Link href={`/${environment}/keys`}>{t("emptyKeys")}</Link>
            </Button>
            <Button asChild variant="outline">
              <Link href="/docs/first-contract">{t("emptyGuide")}</Link>
            </Button>
          </div>
        </div>
      }
    >
      {t("empty")}
    </EmptyState>
  );
}
