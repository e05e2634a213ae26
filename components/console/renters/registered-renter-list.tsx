"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { registeredRentersQuery, renterParsers } from "#components/console/renters/renter-queries.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { RegisteredRenter } from "#lib/insurance/renters/list.ts";

const idOf = ({ uid }: RegisteredRenter) => uid;
const hrefOf = ({ uid }: RegisteredRenter) => `/support/renters/${encodeURIComponent(uid)}`;

export function RegisteredRenterList() {
  const t = useTranslations("companies");
  const filters = useListFilters(renterParsers);
  const query = useQuery(registeredRentersQuery(filters.values));
  const columns: Column<RegisteredRenter>[] = [
    { key: "company", header: t("columns.company"), cell: ({ company }) => company },
    {
      key: "uid",
      header: t("columns.uid"),
      cell: ({ uid }) => (
        <code className="block max-w-72 font-mono text-sm [overflow-wrap:anywhere] sm:truncate @max-[60rem]:sm:max-w-44">{uid}</code>
      ),
      phone: "below",
    },
    { key: "city", header: t("columns.city"), cell: ({ city, country }) => `${city} (${country})`, phone: "belowEnd" },
    { key: "mayInsure", header: t("columns.mayInsure"), cell: (renter) => <MayInsure renter={renter} /> },
    { key: "partners", header: t("columns.partners"), cell: ({ partners }) => partners, align: "right", from: "wide" },
    { key: "createdAt", header: t("columns.registered"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" />, phone: "end" },
  ];
  return (
    <ResourceList
      texts={t}
      declared={renterFilters}
      filters={filters}
      query={query}
      words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
      columns={columns}
      idOf={idOf}
      hrefOf={hrefOf}
      nothing={<EmptyState icon={Store} texts={t} />}
    />
  );
}

function MayInsure({ renter }: { renter: RegisteredRenter }) {
  const t = useTranslations("companies");
  const count = renter.productTypes.length;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {renter.contractTypes.map((type) => (
        <Badge key={type}>{type}</Badge>
      ))}
      <span className="text-sm text-muted-foreground">
        {count === productTypeNames.length ? t("allProductTypes") : t("someProductTypes", { count })}
      </span>
    </span>
  );
}
