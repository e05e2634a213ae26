"use client";

import { useTranslations } from "next-intl";

/** Says why a message did not arrive (`AlertFailure` in lib/developer/alerts/channels.ts). */
export function useErrorSentence(): (error: string) => string {
  const t = useTranslations("alerts.failures");
  const errors = useTranslations("deliveries.networkFaults");
  return (error) => {
    const [, status] = /^status (\d+)$/.exec(error) ?? [];
    if (status !== undefined) return t("status", { status });
    if (error !== "status" && error !== "network" && t.has(error as "mailOff")) return t(error as "mailOff");
    return t("network", { error: errors.has(error as "timeout") ? errors(error as "timeout") : error });
  };
}
