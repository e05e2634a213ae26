"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { renterParsers, rentersQuery } from "#components/renters/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";
import { renterFilters } from "#lib/renters/list-filters.ts";
import type { RenterRow } from "#lib/renters/list.ts";

type Row = Wire<RenterRow>;

const column = describeColumns<Row>();
const idOf = ({ uid }: Row) => uid;

export function RenterList({ environment }: { environment: Environment }) {
  const t = useTranslations("renters");
  const filters = useListFilters(renterParsers);
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
    <ResourceList
      label={t("title")}
      declared={renterFilters}
      filters={filters}
      query={query}
      words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ uid }) => `/${environment}/renters/${encodeURIComponent(uid)}`}
      isNewestFirst={false}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={<NoRenters />}
    />
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
