"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { keyFilters, keysQuery } from "#components/support/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { KeyRow } from "#lib/keys/list.ts";
import { keyStates } from "#lib/keys/schema.ts";
import { environments } from "#lib/partners/schema.ts";

type Row = Wire<KeyRow>;

const column = describeColumns<Row>();
const idOf = ({ id }: Row) => id;
const hrefOf = ({ partnerId }: Row) => `/support/partners/${partnerId}`;

export function KeyList() {
  const t = useTranslations("partners.keyList");
  const environmentNames = useTranslations("shell.environments");
  const states = useTranslations("common.statuses.key");
  const filters = useListFilters(keyFilters);
  const query = useQuery(keysQuery(filters.values));
  const columns = useMemo(
    () => [
      column.accessor("preview", { header: t("key"), cell: (cell) => <code className="font-mono">{cell.getValue()}…</code> }),
      column.accessor("partnerName", {
        header: t("partner"),
        cell: (cell) => <span className="[overflow-wrap:anywhere]">{cell.getValue()}</span>,
        meta: { phone: "below" },
      }),
      column.accessor("environment", {
        header: t("environment"),
        cell: (cell) => (
          <span data-environment={cell.getValue()}>
            <Badge tone="environment">{environmentNames(cell.getValue())}</Badge>
          </span>
        ),
        meta: { phone: "belowEnd" },
      }),
      column.accessor("state", {
        header: t("state"),
        cell: ({ row: { original } }) => (
          <span className="flex flex-wrap gap-1.5">
            <StatusBadge of="key" status={original.state} />
            {original.isReported ? <Badge tone="danger">{states("reported")}</Badge> : null}
          </span>
        ),
        meta: { phone: "end" },
      }),
      column.accessor("lastUsedAt", { header: t("lastUsed"), cell: (cell) => <LastUsed at={cell.getValue()} /> }),
      column.accessor("createdAt", { header: t("created"), cell: (cell) => <TimeStamp at={cell.getValue()} as="day" /> }),
    ],
    [t, environmentNames, states],
  );
  return (
    <>
      <FilterBar isFiltered={filters.isFiltered} clear={filters.clear} unread={filters.unread}>
        <SearchFilter
          label={t("searchLabel")}
          placeholder={t("searchPlaceholder")}
          value={filters.values.search ?? ""}
          onChange={(search) => filters.setFilters({ search: search === "" ? null : search })}
        />
        <ChoiceFilter
          label={t("environment")}
          choices={environments.map((value) => ({ value, label: environmentNames(value) }))}
          value={filters.values.environment ?? []}
          onChange={(environment) => filters.setFilters({ environment })}
        />
        <ChoiceFilter
          label={t("state")}
          choices={keyStates.map((value) => ({ value, label: states(value) }))}
          value={filters.values.state ?? []}
          onChange={(state) => filters.setFilters({ state })}
        />
      </FilterBar>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        hrefOf={hrefOf}
        empty={
          <EmptyState icon={filters.isFiltered ? SearchX : KeyRound} title={filters.isFiltered ? t("noMatchTitle") : t("emptyTitle")}>
            {filters.isFiltered ? t("noMatch") : t("empty")}
          </EmptyState>
        }
        pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
      />
    </>
  );
}

function LastUsed({ at }: { at: string | null }) {
  const t = useTranslations("partners");
  return at === null ? <span className="text-muted-foreground">{t("never")}</span> : <TimeStamp at={at} as="ago" />;
}
