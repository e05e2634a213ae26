"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, FastForward, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deliveryQuery } from "#components/deliveries/queries.ts";
import { isOver } from "#components/deliveries/statuses.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import type { DeliveryDetail } from "#lib/delivery/deliveries/read.ts";

/** The confirmation of each action. */
const done = { replay: "replayed", retry: "retried", cancel: "cancelled" } as const;

/** The actions that a delivery's state allows. If somebody else was faster, it shows the new state. */
export function DeliveryActions({ delivery, isWebhookEnabled }: { delivery: DeliveryDetail; isWebhookEnabled: boolean }) {
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
