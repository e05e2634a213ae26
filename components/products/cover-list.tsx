"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Money } from "#components/portal/figures.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { coverFilters, coversQuery } from "#components/products/queries.ts";
import type { CoverRowData } from "#components/products/queries.ts";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { eurosFromCents } from "#lib/money.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<CoverRowData>();
const idOf = ({ cpid }: CoverRowData) => cpid;

/** The contracts that insure a product, or did, by the entries that insure it. */
export function CoverList({ environment, productId }: { environment: Environment; productId: string }) {
  const t = useTranslations("products.covers");
  const filters = useListFilters(coverFilters);
  const query = useQuery(coversQuery(environment, productId, filters.values));
  const columns = useMemo(
    () => [
      column.accessor("cid", {
        header: t("columns.contract"),
        cell: (cell) => <code className="font-mono text-sm">{cell.getValue()}</code>,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: (cell) => <StatusBadge of="contract" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("contractType", { header: t("columns.type"), cell: (cell) => <Badge>{cell.getValue()}</Badge> }),
      column.accessor("renter", {
        header: t("columns.renter"),
        cell: ({ row: { original } }) => <RenterLink environment={environment} uid={original.uid} name={original.renter} />,
        meta: { phone: "below" },
      }),
      column.accessor("startDate", {
        header: t("columns.cover"),
        cell: ({ row: { original } }) => <CoverPeriod from={original.startDate} until={original.endDate} />,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("priceCents", {
        header: t("columns.premium"),
        cell: (cell) => <Money euros={eurosFromCents(cell.getValue())} />,
        meta: { align: "right" },
      }),
    ],
    [t, environment],
  );
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
