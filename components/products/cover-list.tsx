"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { DataTable } from "#components/portal/data-table.tsx";
import type { Column } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Money } from "#components/portal/figures.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { useEnvironment } from "#components/portal/use-environment.ts";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { coverFilters, coversQuery } from "#components/products/queries.ts";
import type { CoverRowData } from "#components/products/queries.ts";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { eurosFromCents } from "#lib/money.ts";

const idOf = ({ cpid }: CoverRowData) => cpid;

/** The contracts that insure a product, or did, by the entries that insure it. */
export function CoverList({ productId }: { productId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("products.covers");
  const filters = useListFilters(coverFilters);
  const query = useQuery(coversQuery(environment, productId, filters.values));
  const columns: Column<CoverRowData>[] = [
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
      empty={
        <EmptyState icon={FileCheck} title={t("emptyTitle")}>
          {t("empty")}
        </EmptyState>
      }
      pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
    />
  );
}
