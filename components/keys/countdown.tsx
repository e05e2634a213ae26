"use client";

import { useTranslations } from "next-intl";
import { useServerNow } from "#components/kit/api/server-clock.ts";

const second = 1000;

export function Countdown({ until }: { until: Date }) {
  const t = useTranslations("keys.left");
  const now = useServerNow("second");
  const left = Math.ceil((until.getTime() - now.getTime()) / second);
  if (left <= 0) return t("over");
  const [days, hours, minutes, seconds] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
  const words =
    days > 0
      ? t("days", { days, hours })
      : hours > 0
        ? t("hours", { hours, minutes })
        : minutes > 0
          ? t("minutes", { minutes, seconds })
          : t("seconds", { seconds });
  return <span className="whitespace-nowrap tabular-nums">{words}</span>;
}
