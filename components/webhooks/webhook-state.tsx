"use client";

import { useFormatter, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { WebhookHealth } from "#lib/delivery/webhook-settings/list.ts";

/** The success rate of the last 24 hours as a figure and a bar. */
export function SuccessRate({ health }: { health: Pick<WebhookHealth, "succeeded" | "unsuccessful" | "successRate"> }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const { succeeded, unsuccessful, successRate } = health;
  if (successRate === null) return <span className="text-muted-foreground">{t("nothingSent")}</span>;
  // Rounded down, so that 100 % means that all succeeded.
  const share = Math.floor(successRate * 1000) / 1000;
  return (
    <span className="inline-grid w-40 max-w-full gap-1">
      <span className="flex items-baseline justify-between gap-3 tabular-nums">
        <span className="font-medium">{format.number(share, { style: "percent", maximumFractionDigits: 1 })}</span>
        <span className="text-sm text-muted-foreground">{t("arrived", { succeeded, sent: succeeded + unsuccessful })}</span>
      </span>
      <span aria-hidden className="h-1 overflow-hidden rounded-full bg-secondary">
        <span
          className={cn("block h-full rounded-full", share >= 0.99 ? "bg-success" : share >= 0.9 ? "bg-warning" : "bg-danger")}
          style={{ width: `${Math.max(2, share * 100)}%` }}
        />
      </span>
    </span>
  );
}

/** The state on a webhook's badge; it is failing from a failed attempt until the next success. */
export function stateOf({ enabled, failingSince }: { enabled: boolean; failingSince: Date | null }): "enabled" | "disabled" | "failing" {
  if (!enabled) return "disabled";
  return failingSince === null ? "enabled" : "failing";
}
