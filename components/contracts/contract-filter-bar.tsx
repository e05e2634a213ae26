"use client";

import { useTranslations } from "next-intl";
import type { AskedContracts } from "#components/contracts/queries.ts";
import { contractStatuses } from "#components/contracts/statuses.ts";
import { OneChoiceFilter } from "#components/deliveries/one-choice-filter.tsx";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { InstantRangeFilter } from "#components/portal/instant-range-filter.tsx";
import { ViewTabs } from "#components/portal/view-tabs.tsx";
import { contractTypes } from "#lib/catalogue.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { RenterName } from "#lib/renters/list-names.ts";

const longestSearch = 64;
const isUid = (typed: string) => typed !== "";

/** The filters of the list of contracts. Every contract of Development is a test, so only Production asks for that. */
export function ContractFilterBar({
  environment,
  values,
  set,
  clear,
  isFiltered,
  renters,
}: {
  environment: Environment;
  values: AskedContracts;
  set: (changes: Partial<AskedContracts>) => void;
  clear: () => void;
  isFiltered: boolean;
  renters: readonly RenterName[];
}) {
  const t = useTranslations("contracts");
  const word = useTranslations("common.statuses.contract");
  const kinds = [
    { value: "false", label: t("filters.real") },
    { value: "true", label: t("filters.test") },
  ];
  return (
    <>
      <ViewTabs
        label={t("filters.status")}
        views={[{ value: null, label: t("filters.all") }, ...contractStatuses.map((status) => ({ value: status, label: word(status) }))]}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchFilter
          label={t("filters.searchLabel")}
          placeholder={t("filters.searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => set({ search: search.slice(0, longestSearch) || null })}
          className="sm:w-80"
        />
        <OneChoiceFilter
          label={t("filters.renter")}
          choices={renters.map(({ uid, name }) => ({ value: uid, label: name }))}
          value={values.renter}
          onChange={(renter) => set({ renter })}
          accepts={isUid}
          placeholder={t("filters.renterPlaceholder")}
        />
        <ChoiceFilter
          label={t("filters.type")}
          choices={contractTypes.map((value) => ({ value, label: value, hint: t(`types.${value}`) }))}
          value={values.type ?? []}
          onChange={(type) => set({ type })}
        />
        {environment === "production" ? (
          <OneChoiceFilter
            label={t("filters.kind")}
            choices={kinds}
            value={values.test === null ? null : String(values.test)}
            onChange={(kind) => set({ test: kind === null ? null : kind === "true" })}
          />
        ) : null}
        <InstantRangeFilter label={t("filters.created")} from={values.from} to={values.to} onChange={set} />
      </FilterBar>
    </>
  );
}
