"use client";

import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { readTimeZone } from "#components/kit/facts/browser-time-zone.ts";
import { keepCookie } from "#components/shell/keep-cookie.ts";
import { timeZoneCookie } from "#lib/i18n/locales.ts";

/** Sends the viewer's time zone to the server in a cookie, so that both render the same times. */
export function TimeZoneKeeper() {
  const known = useTimeZone();
  const router = useRouter();
  useEffect(() => {
    const timeZone = readTimeZone();
    if (timeZone === known) return;
    keepCookie(timeZoneCookie, timeZone);
    router.refresh();
  }, [known, router]);
  return null;
}
