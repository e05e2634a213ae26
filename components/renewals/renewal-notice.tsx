"use client";

import { useTranslations } from "next-intl";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { RenewalRow } from "#components/renewals/queries.ts";

/** Whether the customer is told before the renewal, and when. One that was rejected or dropped is not told of any more. */
export function RenewalNotice({ renewal, as = "day" }: { renewal: RenewalRow; as?: "day" | "minute" }) {
  const t = useTranslations("renewals.notice");
  const { useNotification, notifiedAt, notificationScheduledFor, state } = renewal;
  const focusable = as === "minute";
  if (notifiedAt !== null) return t.rich("sent", { day: () => <TimeStamp at={notifiedAt} as={as} focusable={focusable} /> });
  if (!useNotification || state !== "scheduled") return t("off");
  return t.rich("due", { day: () => <TimeStamp at={notificationScheduledFor} as={as} focusable={focusable} /> });
}
