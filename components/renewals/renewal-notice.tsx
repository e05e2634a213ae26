"use client";

import { useTranslations } from "next-intl";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";

/** The date of the notice to the customer, if any. A rejected or dropped renewal has no notice. */
export function RenewalNotice({ renewal, as = "day" }: { renewal: RenewalOverview; as?: "day" | "minute" }) {
  const t = useTranslations("renewals.notice");
  const { useNotification, notifiedAt, notificationScheduledFor, state } = renewal;
  const focusable = as === "minute";
  if (notifiedAt !== null) return t.rich("sent", { day: () => <TimeStamp at={notifiedAt} as={as} focusable={focusable} /> });
  if (!useNotification || state !== "scheduled") return t("off");
  return t.rich("due", { day: () => <TimeStamp at={notificationScheduledFor} as={as} focusable={focusable} /> });
}
