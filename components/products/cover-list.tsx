"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { coverFilters, coversQuery } from "#components/products/queries.ts";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { CoverRow } from "#lib/insurance/products/list.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const idOf = ({ cpid }: CoverRow) => cpid;

/** The contracts that insure or insured a product, by their entries. */
export function CoverList({ productId }: { productId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("products.covers");
  const filters = useListFilters(coverFilters);
  const query = useQuery(coversQuery(environment, productId, filters.values));
  const columns: Column<CoverRow>[] = [
    { key: "cid", header: t("columns.contract"), cell: ({ cid }) => <code className="font-mono text-sm">{cid}</code> },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="contract" status={status} />, phone: "end" },
    { key: "contractType", header: t("columns.type"), cell: ({ contractType }) => <Badge>{contractType}</Badge> },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
      phone: "below",
    },
    {
      key: "startDate",
      header: t("columns.cover"),
      cell: ({ startDate, endDate }) => <CoverPeriod from={startDate} until={endDate} />,
      phone: "belowEnd",
    },
    {
      key: "priceCents",
      header: t("columns.premium"),
      cell: ({ priceCents }) => <Money euros={eurosFromCents(priceCents)} />,
      align: "right",
    },
  ];
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      idOf={idOf}
      hrefOf={({ cid }) => `/${environment}/contracts/${cid}`}
      empty={<EmptyState icon={FileCheck} texts={t} />}
      pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
    />
  );
}
