"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";

const RecoverDialog = onDemand(() => import("#components/webhooks/recover-dialog.tsx").then((module) => module.RecoverDialog), "dialog");

/** Sends a webhook the events that it missed, after showing their number. */
export function Recover(props: { webhook: Pick<WebhookOverview, "id" | "name" | "enabled"> }) {
  const t = useTranslations("webhooks.recover");
  return (
    <RecoverDialog
      {...props}
      trigger={
        <Button variant="outline" icon={History}>
          {t("open")}
        </Button>
      }
    />
  );
}
