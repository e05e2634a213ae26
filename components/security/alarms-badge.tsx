"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { securityTrendsQuery } from "#components/security/queries.ts";
import { Badge } from "#components/ui/badge.tsx";

/** The number of hours with unusual activity in the last 24; nothing if there are none. */
export function AlarmsBadge() {
  const t = useTranslations("shell");
  const { data } = useQuery(securityTrendsQuery);
  const count = data?.alarms.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="danger" className="ml-auto tabular-nums">
      {count} <span className="sr-only">{t("alarms", { count })}</span>
    </Badge>
  );
}
