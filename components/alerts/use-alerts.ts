"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { alertsQuery } from "#components/alerts/queries.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { AlertViewer } from "#lib/developer/alerts/list.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";

/** The viewer's language and time zone. */
export function useAlertViewer(): AlertViewer {
  return { language: languageOf(useLocale()), timeZone: useTimeZone() ?? "UTC" };
}

export function useAlerts() {
  return useQuery(alertsQuery(useEnvironment(), useAlertViewer()));
}

/** Says why a message did not arrive (`AlertFailure` in lib/developer/alerts/send.ts). */
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
