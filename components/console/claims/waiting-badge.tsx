"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { queueCountsQuery } from "#components/console/claims/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { maxCounted } from "#lib/platform/lists/row-limits.ts";

/** How many claims are to be decided; nothing while none is. */
export function WaitingBadge() {
  const t = useTranslations("shell");
  const say = useCount();
  const { data } = useQuery(queueCountsQuery());
  const count = data?.decide ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="info" className="ml-auto tabular-nums">
      {say(count)} <span className="sr-only">{t("claimsWait", { count })}</span>
    </Badge>
  );
}

/** Says how many there are: of more than are counted, that there are more. */
export function useCount(): (count: number) => string {
  const format = useFormatter();
  return (count) => (count >= maxCounted ? `${format.number(maxCounted - 1)}+` : format.number(count));
}
