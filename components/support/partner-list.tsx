"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { partnerParsers, partnersQuery } from "#components/support/queries.ts";
import { partnerFilters } from "#lib/partners/list-filters.ts";
import type { PartnerRow } from "#lib/partners/list.ts";
import type { PartnerStatus } from "#lib/partners/schema.ts";

type Row = Wire<PartnerRow>;

const column = describeColumns<Row>();
const idOf = ({ id }: Row) => id;
const hrefOf = ({ id }: Row) => `/support/partners/${id}`;

export function PartnerList() {
  const t = useTranslations("partners");
  const statuses = useTranslations("common.statuses.partner");
  const filters = useListFilters(partnerParsers);
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
        cell: (cell) => <LastTime at={cell.getValue()} never={t("never")} />,
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
    <ResourceList
      label={t("title")}
      declared={partnerFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") },
        status: { label: t("columns.status"), labelOf: (status) => statuses(status as PartnerStatus) },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={hrefOf}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={
        <EmptyState icon={Building2} title={t("emptyTitle")}>
          {t("empty")}
        </EmptyState>
      }
    />
  );
}
