"use client";

import { useTimeZone } from "next-intl";
import { useRouter, useSelectedLayoutSegment } from "next/navigation";
import { useEffect } from "react";
import { hasCookie, keepCookie } from "#components/shell/cookies.ts";
import { timeZoneCookie } from "#lib/platform/i18n/locales.ts";

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

interface WithTemporal {
  Temporal?: { Now: { timeZoneId(): string } };
}

/** The browser's time zone, if possible without a formatter, the first of which is slow to create. */
export function readTimeZone(): string {
  return (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
