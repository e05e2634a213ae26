"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { Money } from "#components/portal/figures.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { eurosFromCents } from "#lib/money.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<ContractRowData>();

/** What a list of contracts shows of each; on the page of a renter all but the renter. */
export function useContractColumns(environment: Environment, { hasRenter = true }: { hasRenter?: boolean } = {}) {
  const t = useTranslations("contracts");
  return useMemo(() => {
    const columns = [
      column.accessor("cid", {
        header: t("columns.cid"),
        cell: (cell) => <code className="font-mono text-sm">{cell.getValue()}</code>,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: (cell) => <StatusBadge of="contract" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("contractType", {
        header: t("columns.type"),
        cell: ({ row: { original } }) => (
          <span className="inline-flex gap-1">
            <Badge>{original.contractType}</Badge>
            {original.test && environment === "production" ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        ),
      }),
      column.accessor("products", {
        header: t("columns.insured"),
        cell: ({ row: { original } }) => <Insured first={original.firstProduct} count={original.products} />,
        meta: { grows: true, phone: "below" },
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
    ];
    const renter = column.accessor("renter", {
      header: t("columns.renter"),
      cell: ({ row: { original } }) => <RenterLink environment={environment} uid={original.uid} name={original.renter} />,
    });
    return hasRenter ? columns.toSpliced(3, 0, renter as unknown as (typeof columns)[number]) : columns;
  }, [t, environment, hasRenter]);
}

function Insured({ first, count }: { first: string | null; count: number }) {
  const t = useTranslations("contracts");
  if (first === null) return <span className="text-muted-foreground">{t("noProducts")}</span>;
  const text = count === 1 ? first : t("moreProducts", { first, count: count - 1 });
  return <span title={text}>{text}</span>;
}
