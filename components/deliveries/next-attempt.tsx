"use client";

import { useTranslations } from "next-intl";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";

const second = 1000;

/** How long it is until the next attempt, counting down. A disabled webhook's deliveries wait. */
export function NextAttempt({ at, isWaiting = false, focusable = false }: { at: Date; isWaiting?: boolean; focusable?: boolean }) {
  const t = useTranslations("deliveries.next");
  const now = useServerNow("second");
  if (isWaiting) return t("waits");
  const left = Math.ceil((at.getTime() - now.getTime()) / second);
  if (left <= 0) return t("now");
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return (
    <TimeStamp at={at} focusable={focusable}>
      {hours > 0 ? t("hours", { hours, minutes }) : minutes > 0 ? t("minutes", { minutes }) : t("seconds", { seconds })}
    </TimeStamp>
  );
}
