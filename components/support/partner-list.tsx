"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, SearchX } from "lucide-react";
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
import { partnerFilters, partnersQuery } from "#components/support/queries.ts";
import type { PartnerRow } from "#lib/partners/list.ts";
import { partnerStatuses } from "#lib/partners/schema.ts";

type Row = Wire<PartnerRow>;

const column = describeColumns<Row>();
const idOf = ({ id }: Row) => id;
const hrefOf = ({ id }: Row) => `/support/partners/${id}`;

export function PartnerList() {
  const t = useTranslations("partners");
  const statuses = useTranslations("common.statuses.partner");
  const filters = useListFilters(partnerFilters);
  const query = useQuery(partnersQuery(filters.values));
  const columns = useMemo(
    () => [
      column.accessor("name", { header: t("columns.name") }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: (cell) => <StatusBadge of="partner" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("users", { header: t("columns.users"), meta: { align: "right" } }),
      column.display({
        id: "features",
        header: t("columns.features"),
        cell: ({ row: { original } }) => original.features.length,
        meta: { align: "right" },
      }),
      column.accessor("lastUsedAt", {
        header: t("columns.lastUsed"),
        cell: (cell) => <LastUsed at={cell.getValue()} />,
        meta: { phone: "below" },
      }),
      column.accessor("createdAt", {
        header: t("columns.created"),
        cell: (cell) => <TimeStamp at={cell.getValue()} as="day" />,
        meta: { phone: "belowEnd" },
      }),
    ],
    [t],
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
          label={t("columns.status")}
          choices={partnerStatuses.map((value) => ({ value, label: statuses(value) }))}
          value={filters.values.status ?? []}
          onChange={(status) => filters.setFilters({ status })}
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
          <EmptyState icon={filters.isFiltered ? SearchX : Building2} title={filters.isFiltered ? t("noMatchTitle") : t("emptyTitle")}>
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
