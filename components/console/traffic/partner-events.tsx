"use client";

import { useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { partnerEventsQuery, partnerEventSummaryQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { DeliveryCounts } from "#components/events/delivery-counts.tsx";
import { EventExplorer } from "#components/events/event-explorer.tsx";
import { eventParsers } from "#components/events/queries.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

export function PartnerEvents({ of }: { of: OfWorld }) {
  const t = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const filters = useListFilters(eventParsers);
  const query = useQuery(partnerEventsQuery(of, filters.values));
  const { data: summary } = useQuery(partnerEventSummaryQuery(of, filters.values, useTimeZone() ?? "UTC"));
  return (
    <EventExplorer
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ id }) => hrefOf("events", id)}
      show={(id) => <Preview of={of} event={query.data?.rows.find((row) => row.id === id)} />}
      nothing={
        <EmptyState icon={Zap} title={t("noEvents")}>
          {t("noTraffic")}
        </EmptyState>
      }
    />
  );
}

function Preview({ of, event }: { of: OfWorld; event: EventRow | undefined }) {
  if (event === undefined) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="font-mono text-sm">{event.eventType}</p>
      <p className="flex flex-wrap items-center gap-3">
        <TimeStamp at={event.at} as="second" focusable />
        <DeliveryCounts deliveries={event.deliveries} />
      </p>
      <RevealBodies key={event.id} of={of} kind="event" id={event.id} />
    </div>
  );
}
