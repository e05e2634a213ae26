"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { OneChoiceFilter } from "#components/deliveries/one-choice-filter.tsx";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { statuses } from "#components/deliveries/statuses.ts";
import { FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { InstantRangeFilter } from "#components/portal/instant-range-filter.tsx";
import { ViewTabs } from "#components/portal/view-tabs.tsx";
import { eventTypes } from "#lib/events/catalogue.ts";

/** What is chosen among in the list: a webhook of the environment. */
export interface WebhookChoice {
  id: string;
  name: string;
  enabled: boolean;
}

const responses = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
const isResponse = (typed: string) => /^[1-9]\d\d$/.test(typed);
const eventChoices = eventTypes.map((kind) => ({ value: kind, label: kind }));
const longestSearch = 64;

/** The filters of a list of deliveries. */
export function DeliveryFilterBar({
  values,
  set,
  clear,
  isFiltered,
  webhooks,
  children,
}: {
  values: AskedFilter;
  set: (changes: Partial<AskedFilter>) => void;
  clear: () => void;
  isFiltered: boolean;
  /** Those to choose among; none on the page of one. */
  webhooks: readonly WebhookChoice[] | undefined;
  /** What is done with those that are found. */
  children: ReactNode;
}) {
  const t = useTranslations("deliveries.filters");
  const word = useTranslations("common.statuses.delivery");
  const responseChoices = useMemo(() => responses.map((value) => ({ value: value as string, label: t(`responses.${value}`) })), [t]);
  return (
    <>
      <ViewTabs
        label={t("status")}
        views={[null, ...statuses].map((value) => ({ value, label: value === null ? t("all") : word(value) }))}
        value={values.status}
        onChange={(status) => set({ status })}
      >
        {children}
      </ViewTabs>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchFilter
          label={t("searchLabel")}
          placeholder={t("searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => set({ search: search.slice(0, longestSearch) || null })}
        />
        {webhooks === undefined ? null : (
          <OneChoiceFilter
            label={t("webhook")}
            choices={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.webhookId}
            onChange={(webhookId) => set({ webhookId })}
          />
        )}
        <OneChoiceFilter
          label={t("eventType")}
          choices={eventChoices}
          value={values.eventType}
          onChange={(eventType) => set({ eventType })}
        />
        <OneChoiceFilter
          label={t("response")}
          choices={responseChoices}
          value={values.response}
          onChange={(response) => set({ response })}
          accepts={isResponse}
          placeholder={t("responsePlaceholder")}
        />
        <InstantRangeFilter label={t("time")} from={values.from} to={values.to} onChange={set} />
      </FilterBar>
    </>
  );
}
