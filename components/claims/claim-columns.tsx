"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ClaimRow } from "#components/claims/queries.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<ClaimRow>();

export function useClaimColumns(environment: Environment) {
  const t = useTranslations("claims");
  return useMemo(
    () => [
      column.accessor("id", {
        header: t("columns.claim"),
        cell: ({ row: { original } }) => <ClaimName claim={original} hasTest={environment === "production"} />,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: (cell) => <StatusBadge of="claim" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("subtype", {
        header: t("columns.what"),
        cell: (cell) => <span className="whitespace-nowrap">{t(`subtypes.${cell.getValue()}`)}</span>,
      }),
      column.accessor("product", {
        header: t("columns.product"),
        cell: ({ row: { original } }) => `${original.product.brand} ${original.product.model}`,
        meta: { grows: true, phone: "below" },
      }),
      column.accessor("renter", {
        header: t("columns.renter"),
        cell: ({ row: { original } }) => <RenterLink environment={environment} uid={original.uid} name={original.renter} />,
      }),
      column.accessor("missing", {
        header: t("columns.missing"),
        cell: (cell) =>
          cell.getValue() === 0 ? (
            <span className="whitespace-nowrap text-muted-foreground">{t("missing", { count: 0 })}</span>
          ) : (
            <span className="font-medium whitespace-nowrap text-warning">{t("missing", { count: cell.getValue() })}</span>
          ),
      }),
      column.accessor("claimAt", {
        header: t("columns.happened"),
        cell: (cell) => <TimeStamp at={cell.getValue()} as="day" />,
        meta: { phone: "belowEnd" },
      }),
    ],
    [t, environment],
  );
}

/** A claim by its number; a draft, which has none, by its identifier. */
function ClaimName({ claim: { id, claimId, test }, hasTest }: { claim: Pick<ClaimRow, "id" | "claimId" | "test">; hasTest: boolean }) {
  const t = useTranslations("claims");
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-sm">{claimId ?? id}</code>
      {test && hasTest ? <Badge tone="outline">{t("test")}</Badge> : null}
    </span>
  );
}
