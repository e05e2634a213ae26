"use client";

import { useTranslations } from "next-intl";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import type { AskedCalls } from "#components/calls/queries.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { InstantRangeFilter } from "#components/portal/instant-range-filter.tsx";
import { ViewTabs } from "#components/portal/view-tabs.tsx";

const longestSearch = 128;
const classes = ["2xx", "4xx", "5xx"] as const;
type StatusClass = (typeof classes)[number];

/** The filters of the list of calls: among what has occurred in the environment. */
export function CallFilterBar({
  values,
  set,
  clear,
  isFiltered,
  choices,
}: {
  values: AskedCalls;
  set: (changes: Partial<AskedCalls>) => void;
  clear: () => void;
  isFiltered: boolean;
  choices: DescribedChoices;
}) {
  const t = useTranslations("calls.filters");
  const [first, ...more] = values.status ?? [];
  const shownClass = more.length === 0 ? (classes.find((one) => one === first) ?? null) : null;
  const isAll = first === undefined;
  return (
    <>
      <ViewTabs<StatusClass | "all" | "codes">
        label={t("status")}
        views={[{ value: "all", label: t("all") }, ...classes.map((one) => ({ value: one, label: t(`classes.${one}`) }))]}
        value={isAll ? "all" : (shownClass ?? "codes")}
        onChange={(view) => set({ status: view === "all" || view === "codes" ? null : [view] })}
      />
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchFilter
          label={t("searchLabel")}
          placeholder={t("searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => set({ search: search.slice(0, longestSearch) || null })}
          className="sm:w-80"
        />
        <ChoiceFilter
          label={t("endpoint")}
          choices={choices.endpoints.map((choice) => (choice.value === "unknown" ? { ...choice, label: t("unknownEndpoint") } : choice))}
          value={values.endpoint ?? []}
          onChange={(endpoint) => set({ endpoint })}
        />
        <ChoiceFilter
          label={t("method")}
          choices={choices.methods.map((value) => ({ value, label: value }))}
          value={values.method ?? []}
          onChange={(method) => set({ method })}
        />
        <ChoiceFilter
          label={t("code")}
          choices={choices.statuses.map((status) => ({ value: String(status), label: String(status) }))}
          value={values.status ?? []}
          onChange={(status) => set({ status })}
        />
        <ChoiceFilter
          label={t("errorCode")}
          choices={choices.errorCodes}
          value={values.errorCode ?? []}
          onChange={(errorCode) => set({ errorCode })}
        />
        <InstantRangeFilter label={t("time")} from={values.from} to={values.to} onChange={set} />
      </FilterBar>
    </>
  );
}
