"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { partnerDeliveriesQuery, partnerDeliverySummaryQuery, partnerWebhooksQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { DeliveryExplorer } from "#components/deliveries/delivery-explorer.tsx";
import { LastAnswer } from "#components/deliveries/last-answer.tsx";
import { deliveryParsers, groupByEvent } from "#components/deliveries/queries.ts";
import type { GroupedDelivery } from "#components/deliveries/queries.ts";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";

export function PartnerDeliveries({ of }: { of: OfWorld }) {
  const t = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const filters = useListFilters(deliveryParsers);
  const query = useQuery({ ...partnerDeliveriesQuery(of, filters.values), select: groupByEvent });
  const { data: summary } = useQuery(partnerDeliverySummaryQuery(of, filters.values, useTimeZone() ?? "UTC"));
  const { data: webhooks = [] } = useQuery(partnerWebhooksQuery(of));
  return (
    <DeliveryExplorer
      webhooks={webhooks}
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ id }) => hrefOf("deliveries", id)}
      show={(id) => <Preview of={of} delivery={query.data?.rows.find((row) => row.id === id)} />}
      nothing={
        <EmptyState icon={Send} title={t("noDeliveries")}>
          {t("noTraffic")}
        </EmptyState>
      }
    />
  );
}

function Preview({ of, delivery }: { of: OfWorld; delivery: GroupedDelivery | undefined }) {
  const t = useTranslations("deliveries");
  if (delivery === undefined) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-3 font-mono text-sm">
        {delivery.eventType}
        <StatusBadge of="delivery" status={delivery.status} />
      </p>
      <KeyValueList>
        <KeyValue name={t("columns.webhook")}>{delivery.webhookName}</KeyValue>
        <KeyValue name={t("columns.response")} value={<LastAnswer statusCode={delivery.statusCode} error={delivery.error} />} />
        <KeyValue name={t("columns.attempts")}>{delivery.attempts}</KeyValue>
        <KeyValue name={t("columns.time")} value={<TimeStamp at={delivery.createdAt} as="second" focusable />} />
        <KeyValue name={t("one")} value={<Identifier id={delivery.id} what={t("one")} />} />
      </KeyValueList>
      <RevealBodies key={delivery.id} of={of} kind="delivery" id={delivery.id} />
    </div>
  );
}
