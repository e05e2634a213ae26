"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { partnerParsers, partnersQuery } from "#components/console/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { partnerFilters } from "#lib/account/partners/list-filters.ts";
import type { PartnerRow } from "#lib/account/partners/list.ts";
import type { PartnerStatus } from "#lib/account/worlds/schema.ts";

const idOf = ({ id }: PartnerRow) => id;
const hrefOf = ({ id }: PartnerRow) => `/support/partners/${id}`;

export function PartnerList() {
  const t = useTranslations("partners");
  const statuses = useTranslations("common.statuses.partner");
  const filters = useListFilters(partnerParsers);
  const query = useQuery(partnersQuery(filters.values));
  const columns: Column<PartnerRow>[] = [
    { key: "name", header: t("columns.name"), cell: ({ name }) => name },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="partner" status={status} />, phone: "end" },
    { key: "users", header: t("columns.users"), cell: ({ users }) => users, align: "right" },
    {
      key: "features",
      header: t("columns.features"),
      cell: ({ features }) => features.length,
      align: "right",
    },
    {
      key: "lastUsedAt",
      header: t("columns.lastUsed"),
      cell: ({ lastUsedAt }) => <LastTime at={lastUsedAt} never={t("never")} />,
      phone: "below",
    },
    { key: "createdAt", header: t("columns.created"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" />, phone: "belowEnd" },
  ];

  return (
    <ResourceList
      texts={t}
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
      nothing={<EmptyState icon={Building2} texts={t} />}
    />
  );
}
