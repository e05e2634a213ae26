"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { approvalCountQuery } from "#components/approvals/queries.ts";
import { Badge } from "#components/ui/badge.tsx";

/** How much waits for the viewer's decision; nothing while nothing does. */
export function ApprovalsBadge() {
  const t = useTranslations("shell");
  const { data: count = 0 } = useQuery(approvalCountQuery);
  if (count === 0) return null;
  return (
    <Badge tone="warning" className="ml-auto tabular-nums">
      {count} <span className="sr-only">{t("approvalsWait", { count })}</span>
    </Badge>
  );
}
