"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
import type { ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

export function useClaimEventName(): (event: ClaimEventType) => string {
  const t = useTranslations("contracts.history.events.claim");
  return (event) => t(event.slice("v2.claim.".length) as "document.accepted");
}

export function ActionEffects({ move, events, leadsTo }: { move?: ActionName; events: readonly ClaimEventType[]; leadsTo?: ClaimStatus }) {
  const t = useTranslations("claims.desk");
  const nameEvent = useClaimEventName();
  const made = move === "cancelSettlement" ? "cancellation" : move === "chargeClaim" ? "charge" : "refund";
  return (
    <div className="grid gap-2 rounded-lg border bg-muted/50 px-3.5 py-3 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <Send aria-hidden className="size-3.5 text-muted-foreground" />
        {events.length > 0 ? t("sends") : t(move === "noteClaim" ? "partnerReadsNote" : "sendsNothing")}
      </p>
      {events.length === 0 ? null : (
        <ul className="grid gap-1">
          {events.map((event) => (
            <li key={event} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{event === "v2.claim.settlement.created" ? t(`effects.${made}`) : nameEvent(event)}</span>
              <code className="font-mono text-xs text-muted-foreground">{event}</code>
            </li>
          ))}
        </ul>
      )}
      {leadsTo === undefined ? null : (
        <p className="flex items-center gap-2 border-t pt-2">
          {t("leadsTo")} <StatusBadge of="claim" status={leadsTo} />
        </p>
      )}
    </div>
  );
}
