"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { BoundedTable } from "#components/portal/bounded-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { InstantRangeFilter } from "#components/portal/instant-range-filter.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { ViewTabs } from "#components/portal/view-tabs.tsx";
import { renewalFilters, renewalsQuery } from "#components/renewals/queries.ts";
import type { RenewalRow } from "#components/renewals/queries.ts";
import { useRenewalColumns } from "#components/renewals/renewal-columns.tsx";
import { renewalViews } from "#components/renewals/views.ts";
import type { RenewalView } from "#components/renewals/views.ts";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";

const idOf = ({ arid }: RenewalRow) => arid;
const longestSearch = 64;

/** The renewals of an environment: those to come, unless something else is asked for. */
export function RenewalList({ environment }: { environment: Environment }) {
  const t = useTranslations("renewals");
  const filters = useListFilters(renewalFilters);
  const { values, setFilters } = filters;
  const query = useQuery(renewalsQuery(environment, values));
  // As the server reads it: what is searched for is found whatever became of it.
  const view = values.state ?? (values.search === null ? "scheduled" : "all");
  const columns = useRenewalColumns(environment, { hasNext: view === "applied" || view === "all" });
  const isNarrowed = values.search !== null || values.from !== null || values.to !== null;
  return (
    <>
      <ViewTabs
        label={t("views.label")}
        views={renewalViews.map((value) => ({ value, label: t(`views.${value}`) }))}
        value={view}
        onChange={(state) => setFilters({ state })}
      />
      <FilterBar isFiltered={isNarrowed} clear={() => setFilters({ search: null, from: null, to: null })}>
        <SearchFilter
          label={t("filters.searchLabel")}
          placeholder={t("filters.searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => setFilters({ search: search.slice(0, longestSearch) || null })}
        />
        <InstantRangeFilter label={t("filters.days")} from={values.from} to={values.to} onChange={setFilters} />
      </FilterBar>
      <BoundedTable
        label={t("title")}
        columns={columns}
        query={query}
        idOf={idOf}
        hrefOf={({ arid }) => `/${environment}/renewals/${arid}`}
        filters={{ ...filters, isFiltered: isNarrowed }}
        noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
        nothing={<NoRenewals view={view} />}
        isNewestFirst={false}
      />
    </>
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
          <Button asChild variant="outline">
            <Link href="/docs/reference/renewals">{t("emptyAction")}</Link>
          </Button>
        ) : undefined
      }
    >
      {t(`empty.${view}`)}
    </EmptyState>
  );
}
