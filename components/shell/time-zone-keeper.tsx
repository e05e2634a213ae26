"use client";

import { useTimeZone } from "next-intl";
import { useRouter, useSelectedLayoutSegment } from "next/navigation";
import { useEffect } from "react";
import { readTimeZone } from "#components/kit/facts/browser-time-zone.ts";
import { hasCookie, keepCookie } from "#components/shell/keep-cookie.ts";
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
