"use client";

import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepCookie } from "#components/portal/keep-cookie.ts";
import { timeZoneCookie } from "#i18n/locales.ts";

/** Tells the server the viewer's time zone, so that what it renders and what the browser renders say the same time. */
export function TimeZoneKeeper() {
  const known = useTimeZone();
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    keepCookie(timeZoneCookie, timeZone);
    router.refresh();
  }, [known, router]);
  return null;
}
