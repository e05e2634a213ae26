"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, FastForward, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DeliveryFacts } from "#components/deliveries/delivery-facts.tsx";
import { DeliveryTimeline } from "#components/deliveries/delivery-timeline.tsx";
import { deliveryQuery, isOver } from "#components/deliveries/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, TitledCard } from "#components/ui/card.tsx";
import type { DeliveryDetail } from "#lib/delivery/deliveries/read.ts";

/** The confirmation of each action. */
const done = { replay: "replayed", retry: "retried", cancel: "cancelled" } as const;

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

/** The actions that a delivery's state allows. If somebody else was faster, it shows the new state. */
function DeliveryActions({ delivery, isWebhookEnabled }: { delivery: DeliveryDetail; isWebhookEnabled: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries.actions");
  const word = useTranslations("common.statuses.delivery");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [isDoing, setIsDoing] = useState(false);
  const { id, status, attempts, webhookDeleted, payload } = delivery;
  const isWaiting = status === "pending" || status === "retrying";

  async function act(verb: keyof typeof done) {
    try {
      const params = { environment, deliveryId: id };
      await (verb === "cancel" ? api.deliveries.cancel.mutate(params) : api.deliveries[verb].mutate({ ...params, attempts }));
      notify("success", t(done[verb]));
    } catch (error) {
      if (portalErrorOf(error)?.status !== 409) throw error;
      const found = await queryClient.query({ ...deliveryQuery(environment, id), staleTime: 0 });
      notify("error", t(`${verb}Raced`, { status: word(found.status) }));
    }
    await queryClient.invalidateQueries({ queryKey: trpc.deliveries.pathKey() });
  }

  async function actAtOnce(verb: "replay" | "retry") {
    setIsDoing(true);
    await act(verb).catch((error: unknown) => notify("error", say(error)));
    setIsDoing(false);
  }

  return (
    <>
      {isWaiting ? (
        <ConfirmDialog
          trigger={
            <Button variant="outline" icon={Ban}>
              {t("cancel")}
            </Button>
          }
          title={t("cancelTitle")}
          description={t("cancelText")}
          confirm={t("stop")}
          cancel={t("keep")}
          isDestructive
          onConfirm={() => act("cancel")}
        />
      ) : null}
      {isWaiting && isWebhookEnabled ? (
        <Button disabled={isDoing} onClick={() => void actAtOnce("retry")} icon={FastForward}>
          {t("retry")}
        </Button>
      ) : null}
      {isOver(status) && !webhookDeleted && payload !== null ? (
        <Button disabled={isDoing} onClick={() => void actAtOnce("replay")} icon={RotateCcw}>
          {t("replay")}
        </Button>
      ) : null}
    </>
  );
}
