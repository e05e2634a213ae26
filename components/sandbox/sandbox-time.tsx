"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";

const format = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** The ticking time of the sandbox; it stops while the sandbox catches up. */
export function SandboxTime({ clock }: { clock: WireClock }) {
  const dateTime = useFormatter().dateTime;
  const now = useServerNow();
  const at = clock.catching_up === null ? new Date(now.getTime() + clock.offset_seconds * 1000) : new Date(clock.now);
  return (
    <time dateTime={at.toISOString()} className="inline-block max-w-full tabular-nums">
      {dateTime(at, format)}
    </time>
  );
}

const [hourSeconds, daySeconds] = [3600, 86_400];

/** How far the sandbox is ahead: in days, or in hours below two days. */
export function Ahead({ clock: { offset_seconds: offset } }: { clock: WireClock }) {
  const t = useTranslations("sandbox.clock");
  if (offset < 2 * daySeconds) return t("aheadHours", { hours: Math.round(offset / hourSeconds) });
  return t("ahead", { days: Math.round(offset / daySeconds) });
}
