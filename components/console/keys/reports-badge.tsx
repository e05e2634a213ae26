"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { keyReportsQuery } from "#components/console/keys/key-report-queries.ts";
import { Badge } from "#components/ui/badge.tsx";

/** The number of open reports of compromised keys; nothing if there are none. */
export function ReportsBadge() {
  const t = useTranslations("shell");
  const { data } = useQuery(keyReportsQuery);
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="danger" className="ml-auto tabular-nums">
      {count} <span className="sr-only">{t("reportsWait", { count })}</span>
    </Badge>
  );
}
