"use client";

import { useTranslations } from "next-intl";
import { ShortIdentifier } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { SubjectTitle } from "#components/kit/facts/subject-title.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { ClaimOverview } from "#lib/insurance/claims/overview.ts";
import { claimTitle } from "#lib/insurance/claims/title.ts";

export function useClaimColumns(): Column<ClaimOverview>[] {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  return [
    {
      key: "title",
      header: t("columns.claim"),
      cell: (claim) => <Title claim={claim} hasTest={environment === "production"} />,
      grows: true,
    },
    {
      key: "customer",
      header: t("columns.customer"),
      cell: ({ customer }) => <span className="block truncate sm:max-w-40">{customer ?? "—"}</span>,
      phone: "below",
    },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="claim" status={status} />, phone: "end" },
    {
      key: "subtype",
      header: t("columns.what"),
      cell: ({ subtype }) => <span className="whitespace-nowrap">{t(`subtypes.${subtype}`)}</span>,
      from: "medium",
    },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
      from: "wider",
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
      from: "medium",
    },
    { key: "claimAt", header: t("columns.happened"), cell: ({ claimAt }) => <TimeStamp at={claimAt} as="day" />, phone: "belowEnd" },
    {
      key: "id",
      header: t("columns.number"),
      cell: ({ id, claimId }) =>
        claimId === null ? (
          <ShortIdentifier id={id} what={t("facts.theId")} />
        ) : (
          <code className="font-mono text-sm whitespace-nowrap">{claimId}</code>
        ),
    },
  ];
}

/** A claim by the bike that it is about. */
function Title({ claim: { id, product, test }, hasTest }: { claim: Pick<ClaimOverview, "id" | "product" | "test">; hasTest: boolean }) {
  const t = useTranslations("claims");
  const title = claimTitle(product, id);
  const name = `${product.brand} ${product.model}`.trim();
  return (
    <span title={title}>
      {name === "" && product.productMarked === "" ? id : <SubjectTitle name={name} marking={product.productMarked} />}
      {test && hasTest ? (
        <Badge tone="outline" className="ml-2">
          {t("test")}
        </Badge>
      ) : null}
    </span>
  );
}
