"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";

const SendTestEventDialog = onDemand(
  () => import("#components/webhooks/send-test-event-dialog.tsx").then((module) => module.SendTestEventDialog),
  "dialog",
);

/** Sends a webhook a sample event of a chosen type, and opens its delivery. */
export function SendTestEvent(props: { webhook: WebhookOverview }) {
  const t = useTranslations("webhooks.test");
  return (
    <SendTestEventDialog
      {...props}
      trigger={
        <Button data-action="sendTestEvent" icon={FlaskConical}>
          {t("open")}
        </Button>
      }
    />
  );
}
