"use client";

import { useQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useClaimColumns } from "#components/claims/claim-columns.tsx";
import { claimParsers, claimsQuery } from "#components/claims/queries.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useClockOffset } from "#components/sandbox/use-clock-offset.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
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
