"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarSync, SearchX } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import Link from "next/link";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { DateRangeFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { LookedTo, NothingSoFar } from "#components/portal/looked-to.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { ViewTabs } from "#components/portal/view-tabs.tsx";
import { renewalFilters, renewalsQuery } from "#components/renewals/queries.ts";
import type { RenewalRow } from "#components/renewals/queries.ts";
import { useRenewalColumns } from "#components/renewals/renewal-columns.tsx";
import { renewalViews } from "#components/renewals/views.ts";
import type { RenewalView } from "#components/renewals/views.ts";
import { Button } from "#components/ui/button.tsx";
import { dateOf, endOfDay, startOfDay } from "#lib/calendar.ts";
import type { Environment } from "#lib/partners/schema.ts";

const idOf = ({ arid }: RenewalRow) => arid;
const longestSearch = 64;

/** The renewals of an environment: those to come, unless something else is asked for. */
export function RenewalList({ environment }: { environment: Environment }) {
  const t = useTranslations("renewals");
  const timeZone = useTimeZone() ?? "UTC";
  const filters = useListFilters(renewalFilters);
  const { values, setFilters } = filters;
  const query = useQuery(renewalsQuery(environment, values));
  // As the server reads it: what is searched for is found whatever became of it.
  const view = values.state ?? (values.search === null ? "scheduled" : "all");
  const columns = useRenewalColumns(environment, { hasNext: view === "applied" || view === "all" });
  const isNarrowed = values.search !== null || values.from !== null || values.to !== null;
  const { rows, older = null, lookedTo = null } = query.data ?? {};
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
        <DateRangeFilter
          label={t("filters.days")}
          from={values.from === null ? "" : dateOf(new Date(values.from), timeZone)}
          to={values.to === null ? "" : dateOf(new Date(Date.parse(values.to) - 1), timeZone)}
          onChange={({ from, to }) =>
            setFilters({
              from: from === null ? null : startOfDay(from, timeZone).toISOString(),
              to: to === null ? null : endOfDay(to, timeZone).toISOString(),
            })
          }
        />
      </FilterBar>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        query={query}
        idOf={idOf}
        hrefOf={({ arid }) => `/${environment}/renewals/${arid}`}
        empty={
          lookedTo !== null && older !== null ? (
            <NothingSoFar at={lookedTo} onGoOn={() => filters.go({ before: older })} />
          ) : isNarrowed ? (
            <EmptyState icon={SearchX} title={t("noMatchTitle")}>
              {t("noMatch")}
            </EmptyState>
          ) : (
            <NoRenewals view={view} />
          )
        }
        pager={
          <>
            {lookedTo === null || rows?.length === 0 ? null : <LookedTo at={lookedTo} />}
            <Pager
              page={query.data}
              isPaged={filters.isPaged}
              go={filters.go}
              words={{ start: t("pager.start"), back: t("pager.back"), on: t("pager.on") }}
            />
          </>
        }
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
