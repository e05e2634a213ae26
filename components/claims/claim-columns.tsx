"use client";

import { useTranslations } from "next-intl";
import type { ClaimRow } from "#components/claims/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-table.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";

export function useClaimColumns(): Column<ClaimRow>[] {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  return [
    { key: "id", header: t("columns.claim"), cell: (claim) => <ClaimName claim={claim} hasTest={environment === "production"} /> },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="claim" status={status} />, phone: "end" },
    {
      key: "subtype",
      header: t("columns.what"),
      cell: ({ subtype }) => <span className="whitespace-nowrap">{t(`subtypes.${subtype}`)}</span>,
    },
    {
      key: "product",
      header: t("columns.product"),
      cell: ({ product }) => `${product.brand} ${product.model}`,
      grows: true,
      phone: "below",
    },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
    },
    {
      key: "missing",
      header: t("columns.missing"),
      cell: ({ missing }) =>
        missing === 0 ? (
          <span className="whitespace-nowrap text-muted-foreground">{t("missing", { count: 0 })}</span>
        ) : (
          <span className="font-medium whitespace-nowrap text-warning">{t("missing", { count: missing })}</span>
        ),
    },
    { key: "claimAt", header: t("columns.happened"), cell: ({ claimAt }) => <TimeStamp at={claimAt} as="day" />, phone: "belowEnd" },
  ];
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
