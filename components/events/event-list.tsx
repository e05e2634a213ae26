"use client";

import { useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import Link from "next/link";
import { lazy } from "react";
import { DeliveryCounts } from "#components/events/delivery-counts.tsx";
import { eventParsers, eventsQuery, eventSummaryQuery } from "#components/events/queries.ts";
import type { EventRowData } from "#components/events/queries.ts";
import { SubjectLink } from "#components/events/subject-link.tsx";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { useEventMeaning } from "#components/webhooks/use-event-meaning.ts";
import { isByLink } from "#lib/claim-links/by-link.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { eventFilters } from "#lib/events/list-filters.ts";

const EventPreview = lazy(() => import("#components/events/event-preview.tsx").then((module) => ({ default: module.EventPreview })));

const idOf = ({ id }: EventRowData) => id;

/** What happened in an environment. */
export function EventList() {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const meaning = useEventMeaning();
  const filters = useListFilters(eventParsers);
  const query = useQuery(eventsQuery(environment, filters.values));
  const { data: summary } = useQuery(eventSummaryQuery(environment, filters.values, useTimeZone() ?? "UTC"));
  const columns: Column<EventRowData>[] = [
    {
      key: "eventType",
      header: t("columns.event"),
      cell: ({ eventType }) => <span className="font-mono text-sm sm:whitespace-nowrap">{eventType}</span>,
    },
    {
      key: "subject",
      header: t("columns.about"),
      cell: ({ subject }) => <SubjectLink subject={subject} />,
      phone: "below",
    },
    {
      key: "executionId",
      header: t("columns.cause"),
      cell: ({ executionId }) => <Cause executionId={executionId} />,
      grows: true,
    },
    {
      key: "deliveries",
      header: t("columns.deliveries"),
      cell: ({ deliveries }) => <DeliveryCounts deliveries={deliveries} />,
      phone: "end",
    },
    { key: "at", header: t("columns.time"), cell: ({ at }) => <TimeStamp at={at} as="second" />, phone: "belowEnd" },
  ];
  return (
    <Explorer
      label={t("title")}
      summary={summary}
      series={[{ key: "event", label: t("title"), tone: "main" }]}
      preview={{ title: t("one"), show: (eventId) => <EventPreview eventId={eventId} /> }}
      sayNew={(count, more) => t("newRows", { count, more })}
      declared={eventFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
        eventType: { label: t("filters.kind"), hintOf: (kind) => meaning(kind as EventType) },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ id }) => `/${environment}/events/${id}`}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={<NoEvents />}
    />
  );
}

function Cause({ executionId }: { executionId: string | null }) {
  const environment = useEnvironment();
  const t = useTranslations("events");
  if (executionId === null) return <span className="text-muted-foreground">{t("noCall")}</span>;
  if (isByLink(executionId)) return <span className="text-muted-foreground">{t("byLink")}</span>;
  return (
    <TextLink href={`/${environment}/calls/${executionId}`}>
      <code className="font-mono text-sm">{executionId}</code>
    </TextLink>
  );
}

function NoEvents() {
  const environment = useEnvironment();
  const t = useTranslations("events");
  return (
    <EmptyState
      icon={Zap}
      title={t("emptyTitle")}
      action={
        <Button asChild>
          <Link href={`/${environment}/events/catalogue`}>{t("emptyAction")}</Link>
        </Button>
      }
    >
      {t(`empty.${environment}`)}
    </EmptyState>
  );
}
