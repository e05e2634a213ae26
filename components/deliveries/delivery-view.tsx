"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DeliveryActions } from "#components/deliveries/delivery-actions.tsx";
import { DeliveryFacts } from "#components/deliveries/delivery-facts.tsx";
import { DeliveryTimeline } from "#components/deliveries/delivery-timeline.tsx";
import { deliveryQuery } from "#components/deliveries/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";

export function DeliveryView({ deliveryId, isWebhookEnabled }: { deliveryId: string; isWebhookEnabled: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries");
  const { data: delivery } = useQuery(deliveryQuery(environment, deliveryId));
  if (delivery === undefined) return null;
  const isWaiting = !isWebhookEnabled && !delivery.webhookDeleted;
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-xl">{delivery.eventType}</span>}
        crumbs={[{ label: t("title"), href: `/${environment}/deliveries` }]}
        badge={
          <span className="flex items-center gap-2" aria-live="polite">
            <StatusBadge of="delivery" status={delivery.status} />
            {delivery.test ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        }
        actions={<DeliveryActions delivery={delivery} isWebhookEnabled={isWebhookEnabled} />}
      />
      <div className="grid gap-5">
        {isWaiting && delivery.nextAttemptAt !== null ? <Alert tone="warning">{t("waitsForWebhook")}</Alert> : null}
        {delivery.webhookDeleted ? <Alert tone="info">{t("webhookDeleted")}</Alert> : null}
        <Card>
          <CardContent className="pt-5">
            <DeliveryFacts delivery={delivery} isWaiting={isWaiting} />
          </CardContent>
        </Card>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <TitledCard className="min-w-0" title={t("attempts")}>
            <DeliveryTimeline delivery={delivery} isWaiting={isWaiting} />
          </TitledCard>
          {delivery.payload === null ? (
            <Alert tone="info">{t("payloadGone")}</Alert>
          ) : (
            <JsonView text={delivery.payload} what={t("payload")} />
          )}
        </div>
      </div>
    </>
  );
}
