"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { renterFilters, rentersQuery } from "#components/renters/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";
import type { RenterRow } from "#lib/renters/list.ts";

type Row = Wire<RenterRow>;

const column = describeColumns<Row>();
const idOf = ({ uid }: Row) => uid;

export function RenterList({ environment }: { environment: Environment }) {
  const t = useTranslations("renters");
  const filters = useListFilters(renterFilters);
  const query = useQuery(rentersQuery(environment, filters.values));
  const columns = useMemo(
    () => [
      column.accessor("company", { header: t("columns.company") }),
      column.accessor("uid", {
        header: t("columns.uid"),
        cell: (cell) => <code className="font-mono text-sm">{cell.getValue()}</code>,
        meta: { phone: "below" },
      }),
      column.accessor("city", {
        header: t("columns.city"),
        cell: ({ row: { original } }) => `${original.city} (${original.country})`,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("contractTypes", {
        header: t("columns.terms"),
        cell: (cell) => (
          <span className="flex flex-wrap gap-1">
            {cell.getValue().map((type) => (
              <Badge key={type}>{type}</Badge>
            ))}
          </span>
        ),
        meta: { phone: "end" },
      }),
      column.accessor("attachedAt", { header: t("columns.attached"), cell: (cell) => <TimeStamp at={cell.getValue()} /> }),
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
      </FilterBar>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        hrefOf={({ uid }) => `/${environment}/renters/${encodeURIComponent(uid)}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={SearchX} title={t("noMatchTitle")}>
              {t("noMatch")}
            </EmptyState>
          ) : (
            <NoRenters />
          )
        }
        pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} isNewestFirst={false} />}
      />
    </>
  );
}

function NoRenters() {
  const t = useTranslations("renters");
  return (
    <EmptyState
      icon={Store}
      title={t("emptyTitle")}
      action={
        <Button asChild variant="outline">
          <Link href="/docs/first-contract#renter">{t("emptyAction")}</Link>
        </Button>
      }
    >
      {t("empty")}
    </EmptyState>
  );
}
