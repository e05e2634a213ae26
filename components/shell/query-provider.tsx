"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useRouter, useSelectedLayoutSegment } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { makeQueryClient } from "#components/kit/api/query-client.ts";
import { readTimeZone } from "#components/kit/facts/browser-time-zone.ts";
import { hasCookie, keepCookie } from "#components/shell/use-language.ts";
import { timeZoneCookie } from "#lib/platform/i18n/locales.ts";

/** Provides TanStack Query for data and nuqs for filters in the address. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </NuqsAdapter>
  );
}

/** Sends the viewer's time zone to the server in a cookie, so that both render the same times. The documentation shows no times. */
export function TimeZoneKeeper() {
  const known = useTimeZone();
  const router = useRouter();
  const isTimeless = useSelectedLayoutSegment() === "docs";
  useEffect(() => {
    const timeZone = readTimeZone();
    // A page that is the same for everybody does not follow the cookie, and would be loaded for ever.
    if (isTimeless || timeZone === known || hasCookie(timeZoneCookie, timeZone)) return;
    keepCookie(timeZoneCookie, timeZone);
    if (hasCookie(timeZoneCookie, timeZone)) router.refresh();
  }, [isTimeless, known, router]);
  return null;
}
