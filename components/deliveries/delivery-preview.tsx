"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DeliveryFacts } from "#components/deliveries/delivery-facts.tsx";
import { DeliveryTimeline } from "#components/deliveries/delivery-timeline.tsx";
import { deliveryQuery } from "#components/deliveries/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** A delivery beside the list of deliveries: its attempts and its payload. */
export function DeliveryPreview({ deliveryId }: { deliveryId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries");
  const { data: delivery } = useQuery(deliveryQuery(environment, deliveryId));
  if (delivery === undefined) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-3 font-mono text-sm">
        {delivery.eventType}
        <StatusBadge of="delivery" status={delivery.status} />
      </p>
      <DeliveryTimeline delivery={delivery} isWaiting={!delivery.webhookEnabled && !delivery.webhookDeleted} />
      {delivery.payload === null ? null : <JsonView text={delivery.payload} what={t("payload")} />}
      <DeliveryFacts delivery={delivery} isWaiting={!delivery.webhookEnabled && !delivery.webhookDeleted} />
    </div>
  );
}
