"use client";

import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { Column } from "#components/kit/list/data-table.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** The columns of a list of contracts; a renter's page leaves out the renter. */
export function useContractColumns({ hasRenter = true }: { hasRenter?: boolean } = {}): Column<ContractRowData>[] {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  const renter: Column<ContractRowData> = {
    key: "renter",
    header: t("columns.renter"),
    cell: (row) => <RenterLink uid={row.uid} name={row.renter} />,
  };
  return [
    { key: "cid", header: t("columns.cid"), cell: ({ cid }) => <code className="font-mono text-sm">{cid}</code> },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="contract" status={status} />, phone: "end" },
    {
      key: "contractType",
      header: t("columns.type"),
      cell: ({ contractType, test }) => (
        <span className="inline-flex gap-1">
          <Badge>{contractType}</Badge>
          {test && environment === "production" ? <Badge tone="outline">{t("test")}</Badge> : null}
        </span>
      ),
    },
    ...(hasRenter ? [renter] : []),
    {
      key: "products",
      header: t("columns.insured"),
      cell: ({ firstProduct, products }) => <Insured first={firstProduct} count={products} />,
      grows: true,
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
}

function Insured({ first, count }: { first: string | null; count: number }) {
  const t = useTranslations("contracts");
  if (first === null) return <span className="text-muted-foreground">{t("noProducts")}</span>;
  const text = count === 1 ? first : t("moreProducts", { first, count: count - 1 });
  return <span title={text}>{text}</span>;
}
