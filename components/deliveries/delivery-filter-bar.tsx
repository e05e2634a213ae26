"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { OneChoiceFilter } from "#components/deliveries/one-choice-filter.tsx";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { StatusFilter } from "#components/deliveries/status-filter.tsx";
import { DateRangeFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { dateOf, endOfDay, startOfDay } from "#lib/calendar.ts";
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
  const timeZone = useTimeZone() ?? "UTC";
  const responseChoices = useMemo(() => responses.map((value) => ({ value: value as string, label: t(`responses.${value}`) })), [t]);
  return (
    <>
      <div className="mb-3 flex items-center gap-3 border-b">
        <StatusFilter value={values.status} onChange={(status) => set({ status })} />
        {children}
      </div>
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
        <DateRangeFilter
          label={t("time")}
          from={values.from === null ? "" : dateOf(new Date(values.from), timeZone)}
          to={values.to === null ? "" : dateOf(new Date(Date.parse(values.to) - 1), timeZone)}
          onChange={({ from, to }) =>
            set({
              from: from === null ? null : startOfDay(from, timeZone).toISOString(),
              to: to === null ? null : endOfDay(to, timeZone).toISOString(),
            })
          }
        />
      </FilterBar>
    </>
  );
}
