"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook, Zap } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { partnerEventSummaryQuery, partnerEventsQuery, partnerWebhooksQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { DeliveryCounts } from "#components/events/about.tsx";
import { EventExplorer } from "#components/events/event-explorer.tsx";
import { eventParsers } from "#components/events/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/environment.tsx";
import { SuccessRate, stateOf } from "#components/webhooks/webhook-state.tsx";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

const idOf = ({ id }: WebhookOverview) => id;

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

export function PartnerWebhooks({ of }: { of: OfWorld }) {
  const t = useTranslations("webhooks");
  const traffic = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const query = useQuery(partnerWebhooksQuery(of));
  const columns: Column<WebhookOverview>[] = [
    {
      key: "name",
      header: t("columns.name"),
      cell: ({ name, url }) => (
        <>
          <span className="block truncate">{name}</span>
          <span className="block truncate font-mono text-sm font-normal text-muted-foreground">{url}</span>
        </>
      ),
      grows: true,
    },
    { key: "status", header: t("columns.status"), cell: (webhook) => <StatusBadge of="webhook" status={stateOf(webhook)} />, phone: "end" },
    { key: "health", header: t("columns.health"), cell: (health) => <SuccessRate health={health} /> },
    {
      key: "failingSince",
      header: traffic("failingSince"),
      cell: ({ failingSince }) => (failingSince === null ? "—" : <TimeStamp at={failingSince} as="second" />),
      phone: "below",
    },
    { key: "updatedAt", header: traffic("changed"), cell: ({ updatedAt }) => <TimeStamp at={updatedAt} as="second" />, from: "wide" },
  ];
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={query.data}
      query={query}
      idOf={idOf}
      hrefOf={({ id }) => hrefOf("webhooks", id)}
      empty={
        <EmptyState icon={Webhook} title={traffic("noWebhooks")}>
          {traffic("noTraffic")}
        </EmptyState>
      }
    />
  );
}
