"use client";

import { useQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { claimParsers, claimsQuery } from "#components/claims/queries.ts";
import { ShortIdentifier, SubjectTitle } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useClockOffset } from "#components/sandbox/use-clock.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { claimTitle } from "#lib/insurance/claims/claim.ts";
import { claimFilters } from "#lib/insurance/claims/list-filters.ts";
import type { ClaimOverview } from "#lib/insurance/claims/overview.ts";
import type { ClaimStatus, ClaimType } from "#lib/insurance/claims/schema.ts";
import type { RenterName } from "#lib/insurance/renters/list.ts";

const idOf = ({ id }: ClaimOverview) => id;

export function ClaimList({ renters }: { renters: readonly RenterName[] }) {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  const word = useTranslations("common.statuses.claim");
  const columns = useClaimColumns();
  const clockOffsetMs = useClockOffset();
  const filters = useListFilters(claimParsers);
  const query = useQuery(claimsQuery(environment, filters.values));
  return (
    <ResourceList
      texts={t}
      declared={claimFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
        renter: {
          label: t("filters.renter"),
          placeholder: t("filters.renterPlaceholder"),
          choices: renters.map(({ uid, name }) => ({ value: uid, label: name })),
        },
        status: { label: t("filters.status"), tabs: { all: t("filters.all") }, labelOf: (status) => word(status as ClaimStatus) },
        type: { label: t("filters.type"), labelOf: (type) => t(`types.${type as ClaimType}`) },
        from: { label: t("filters.created"), clockOffsetMs },
        to: { label: t("filters.created") },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ id }) => `/${environment}/claims/${id}`}
      nothing={<NoClaims />}
    />
  );
}

function NoClaims() {
  const t = useTranslations("claims");
  return <EmptyState icon={LifeBuoy} texts={t} action={<LinkButton href="/docs/first-claim">{t("emptyAction")}</LinkButton>} />;
}

function useClaimColumns(): Column<ClaimOverview>[] {
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
