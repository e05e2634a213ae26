"use client";

import { useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { EventExplorer } from "#components/events/event-explorer.tsx";
import { eventParsers, eventsQuery, eventSummaryQuery } from "#components/events/queries.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

const EventPreview = loadedPart(() => import("#components/events/event-preview.tsx").then((module) => module.EventPreview));

export function EventList() {
  const environment = useEnvironment();
  const filters = useListFilters(eventParsers);
  const query = useQuery(eventsQuery(environment, filters.values));
  const { data: summary } = useQuery(eventSummaryQuery(environment, filters.values, useTimeZone() ?? "UTC"));
  return (
    <EventExplorer
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ id }) => `/${environment}/events/${id}`}
      show={(eventId) => <EventPreview eventId={eventId} />}
      nothing={<NoEvents />}
    />
  );
}

function NoEvents() {
  const environment = useEnvironment();
  const t = useTranslations("events");
  return (
    <EmptyState
      icon={Zap}
      title={t("emptyTitle")}
      action={<LinkButton href={`/${environment}/events/catalogue`}>{t("emptyAction")}</LinkButton>}
    >
      {t(`empty.${environment}`)}
    </EmptyState>
  );
}
