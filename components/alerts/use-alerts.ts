"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTimeZone } from "next-intl";
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
