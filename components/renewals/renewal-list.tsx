"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { renewalParsers, renewalsQuery } from "#components/renewals/queries.ts";
import { RenewalNotice } from "#components/renewals/renewal-notice.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { renewalFilters } from "#lib/insurance/renewals/list-filters.ts";
import type { RenewalView } from "#lib/insurance/renewals/list-filters.ts";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";

const idOf = ({ arid }: RenewalOverview) => arid;

/** The renewals of an environment, by default those to come. */
export function RenewalList() {
  const environment = useEnvironment();
  const t = useTranslations("renewals");
  const filters = useListFilters(renewalParsers);
  const { values, setFilters } = filters;
  const query = useQuery(renewalsQuery(environment, values));
  // A search covers renewals in any state, as on the server.
  const view = values.state?.[0] ?? (values.search === null ? "scheduled" : "all");
  const columns = useRenewalColumns({ hasNext: view === "applied" || view === "all" });
  return (
    <ResourceList
      texts={t}
      declared={renewalFilters}
      filters={{
        ...filters,
        // One view is always chosen, so it does not count as a filter to clear.
        values: { ...values, state: [view] },
        isFiltered: values.search !== null || values.from !== null || values.to !== null,
        clear: () => setFilters({ search: null, from: null, to: null }),
      }}
      query={query}
      words={{
        search: { label: t("filters.searchLabel"), placeholder: t("filters.searchPlaceholder") },
        state: { label: t("views.label"), tabs: {}, labelOf: (state) => t(`views.${state as RenewalView}`) },
        from: { isOfFuture: true, label: t("filters.days") },
        to: { label: t("filters.days") },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ arid }) => `/${environment}/renewals/${arid}`}
      nothing={<NoRenewals view={view} />}
      isNewestFirst={false}
    />
  );
}

function NoRenewals({ view }: { view: RenewalView }) {
  const t = useTranslations("renewals");
  const isBeginning = view === "scheduled" || view === "all";
  return (
    <EmptyState
      icon={CalendarSync}
      title={t(`emptyTitles.${view}`)}
      action={
        isBeginning ? (
          <LinkButton variant="outline" href="/docs/reference/renewals">
            {t("emptyAction")}
          </LinkButton>
        ) : undefined
      }
    >
      {t(`empty.${view}`)}
    </EmptyState>
  );
}

/** The columns of the list of renewals, with links to contract, renter and, with `hasNext`, the created contract. */
function useRenewalColumns({ hasNext }: { hasNext: boolean }): Column<RenewalOverview>[] {
  const t = useTranslations("renewals");
  const columns: Column<RenewalOverview>[] = [
    { key: "scheduledFor", header: t("columns.day"), cell: ({ scheduledFor }) => <TimeStamp at={scheduledFor} as="day" /> },
    { key: "state", header: t("columns.state"), cell: ({ state }) => <StatusBadge of="renewal" status={state} />, phone: "end" },
    {
      key: "cid",
      header: t("columns.contract"),
      cell: ({ cid, subject, contractType }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate">
            <ContractLink cid={cid} subject={subject} />
          </span>
          <Badge>{contractType}</Badge>
        </span>
      ),
      phone: "line",
      grows: true,
    },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
      from: "medium",
    },
    {
      key: "durationMonths",
      header: t("columns.length"),
      cell: ({ durationMonths }) => <span className="whitespace-nowrap">{t("months", { count: durationMonths })}</span>,
      from: "wide",
    },
    {
      key: "notificationScheduledFor",
      header: t("columns.notice"),
      cell: (renewal) => (
        <span className="whitespace-nowrap">
          <RenewalNotice renewal={renewal} />
        </span>
      ),
      from: "medium",
    },
  ];
  const next: Column<RenewalOverview> = {
    key: "nextCid",
    header: t("columns.next"),
    cell: ({ nextCid }) => (nextCid === null ? "—" : <ContractLink cid={nextCid} />),
  };
  return hasNext ? [...columns, next] : columns;
}
