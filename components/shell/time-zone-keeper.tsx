"use client";

import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepCookie } from "#components/shell/keep-cookie.ts";
import { timeZoneCookie } from "#lib/i18n/locales.ts";

/** Tells the server the viewer's time zone, so that what it renders and what the browser renders say the same time. */
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

interface WithTemporal {
  Temporal?: { Now: { timeZoneId(): string } };
}

/** The browser's time zone; where it can, without a formatter, the first of which takes it long to make. */
function readTimeZone(): string {
  return (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
