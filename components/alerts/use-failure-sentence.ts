"use client";

import { useTranslations } from "next-intl";

/** Says why a message did not arrive (`AlertFailure` in lib/developer/alerts/channels.ts). */
export function useFailureSentence(): (failure: string) => string {
  const t = useTranslations("alerts.failures");
  const faults = useTranslations("deliveries.networkFaults");
  return (failure) => {
    const [, status] = /^status (\d+)$/.exec(failure) ?? [];
    if (status !== undefined) return t("status", { status });
    if (failure !== "status" && failure !== "network" && t.has(failure as "mailOff")) return t(failure as "mailOff");
    return t("network", { fault: faults.has(failure as "timeout") ? faults(failure as "timeout") : failure });
  };
}
