"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WebhookRow } from "#components/webhooks/queries.ts";

const load = () => import("#components/webhooks/recover-dialog.tsx");
const RecoverDialog = lazy(() => load().then((module) => ({ default: module.RecoverDialog })));

/** Sends a webhook what it has missed, after showing how many events these are. */
export function Recover(props: { webhook: Pick<WebhookRow, "id" | "name" | "enabled"> }) {
  const t = useTranslations("webhooks.recover");
  const trigger = (
    <Button variant="outline">
      <History aria-hidden />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <RecoverDialog trigger={trigger} {...props} />
    </OnDemand>
  );
}
