"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { approvalCountQuery } from "#components/approvals/queries.ts";
import { queueCountsQuery } from "#components/claims/queries.ts";
import { keyReportsQuery } from "#components/keys/queries.ts";
import { securityTrendsQuery } from "#components/security/queries.ts";
import type { NavigationItem } from "#components/shell/navigation.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { BadgeTone } from "#components/ui/badge.tsx";
import { maxCounted } from "#lib/platform/lists/row-limits.ts";

/** The number of things that wait on a page of the console, beside its entry of the menu. It is not shown while none do. */
export const waitingBadges: Partial<Record<NavigationItem["key"], ComponentType>> = {
  keys: KeyReports,
  claims: ClaimsToDecide,
  approvals: Approvals,
  security: Alarms,
};

export interface Props {
  tone: BadgeTone;
  count: number | undefined;
  /** The message for screen readers, in `shell`. */
  text: "reportsWait" | "claimsWait" | "approvalsWait" | "alarms";
}

function KeyReports() {
  return <WaitingBadge tone="danger" count={useQuery(keyReportsQuery).data?.count} text="reportsWait" />;
}

function ClaimsToDecide() {
  return <WaitingBadge tone="info" count={useQuery(queueCountsQuery()).data?.decide} text="claimsWait" />;
}

/** Proposals that the viewer may decide on. */
function Approvals() {
  return <WaitingBadge tone="warning" count={useQuery(approvalCountQuery).data} text="approvalsWait" />;
}

/** Hours with unusual activity in the last 24. */
function Alarms() {
  return <WaitingBadge tone="danger" count={useQuery(securityTrendsQuery).data?.alarms.length} text="alarms" />;
}

function WaitingBadge({ tone, count = 0, text }: Props) {
  const t = useTranslations("shell");
  const say = useCount();
  if (count === 0) return null;
  return (
    <Badge tone={tone} className="ml-auto tabular-nums">
      {say(count)} <span className="sr-only">{t(text, { count })}</span>
    </Badge>
  );
}

/** Says a count that stops at `maxCounted`, with a plus from there. */
export function useCount(): (count: number) => string {
  const format = useFormatter();
  return (count) => (count >= maxCounted ? `${format.number(maxCounted - 1)}+` : format.number(count));
}
