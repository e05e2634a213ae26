"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WebhookRow } from "#components/webhooks/queries.ts";

const load = () => import("#components/webhooks/send-test-event-dialog.tsx");
const SendTestEventDialog = lazy(() => load().then((module) => ({ default: module.SendTestEventDialog })));

/** Sends a webhook an event of a kind that is chosen, with the payload that is shown, and goes to its delivery. */
export function SendTestEvent(props: { webhook: WebhookRow }) {
  const t = useTranslations("webhooks.test");
  const trigger = (
    <Button>
      <FlaskConical aria-hidden />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <SendTestEventDialog trigger={trigger} {...props} />
    </OnDemand>
  );
}
