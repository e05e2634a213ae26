"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deliveryQuery } from "#components/deliveries/queries.ts";
import { isOver } from "#components/deliveries/statuses.ts";
import { PortalError, sendJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { ConfirmDialog } from "#components/portal/confirm-dialog.tsx";
import { notify } from "#components/portal/notify.ts";
import { useFailureText } from "#components/portal/use-failure-text.ts";
import { Button } from "#components/ui/button.tsx";
import type { DeliveryDetail } from "#lib/deliveries/read.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** What may be done with a delivery in its state. Where somebody else was faster, it says what they left. */
export function DeliveryActions({ environment, delivery }: { environment: Environment; delivery: Wire<DeliveryDetail> }) {
  const t = useTranslations("deliveries.actions");
  const word = useTranslations("common.statuses.delivery");
  const say = useFailureText();
  const queryClient = useQueryClient();
  const [isDoing, setIsDoing] = useState(false);
  const { id, status, attempts, webhookDeleted, payload } = delivery;

  async function act(verb: "replay" | "cancel") {
    try {
      await sendJson("POST", `/${environment}/deliveries/${id}/${verb}`, verb === "replay" ? { attempts } : {});
      notify("success", t(verb === "replay" ? "replayed" : "cancelled"));
    } catch (error) {
      if (!(error instanceof PortalError && error.status === 409)) throw error;
      const found = await queryClient.query({ ...deliveryQuery(environment, id), staleTime: 0 });
      notify("error", t(verb === "replay" ? "replayRaced" : "cancelRaced", { status: word(found.status) }));
    }
    await queryClient.invalidateQueries({ queryKey: ["deliveries", environment] });
  }

  async function replay() {
    setIsDoing(true);
    await act("replay").catch((error: unknown) => notify("error", say(error)));
    setIsDoing(false);
  }

  return (
    <>
      {status === "pending" || status === "retrying" ? (
        <ConfirmDialog
          trigger={
            <Button variant="outline">
              <Ban aria-hidden />
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
      {isOver(status) && !webhookDeleted && payload !== null ? (
        <Button disabled={isDoing} onClick={() => void replay()}>
          <RotateCcw aria-hidden />
          {t("replay")}
        </Button>
      ) : null}
    </>
  );
}
