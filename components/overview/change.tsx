"use client";

import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

/** Less is said to be no change. */
const least = { relative: 0.005, share: 0.0005 };

/**
 * How a figure has changed against the period before. `kind`: relative to it, or in the points of a share; `good` is the direction
 * that is welcome, where one is.
 */
export function Change({
  change,
  kind = "relative",
  good,
  range,
  isLong = false,
}: {
  change: number | null;
  kind?: "relative" | "share";
  good?: "down";
  range: OverviewRange;
  isLong?: boolean;
}) {
  const t = useTranslations("overview.change");
  const format = useFormatter();
  if (change === null) return null;
  const direction = Math.abs(change) < least[kind] ? "same" : change > 0 ? "up" : "down";
  const size = Math.abs(change);
  const value =
    kind === "share"
      ? t("points", { value: format.number(size * 100, { maximumFractionDigits: size < 0.01 ? 2 : 1 }) })
      : format.number(size, { style: "percent", notation: "compact", maximumFractionDigits: size < 0.1 ? 1 : 0 });
  if (direction === "same") {
    return (
      <span className="text-sm text-muted-foreground" title={t("same", { range })}>
        <span aria-hidden>{t("steady")}</span>
        <span className="sr-only">{t("same", { range })}</span>
      </span>
    );
  }
  const Icon = direction === "up" ? ArrowUpRight : ArrowDownRight;
  const tone = good === undefined ? "text-foreground/80" : direction === good ? "text-success" : "text-danger";
  return (
    <span className="inline-flex items-baseline gap-x-1.5 text-sm" title={t(direction, { value, range })}>
      <span className={cn("inline-flex items-center gap-0.5 font-medium whitespace-nowrap tabular-nums", tone)}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span aria-hidden>{value}</span>
      </span>
      {isLong ? (
        <span aria-hidden className="text-muted-foreground">
          {t("than", { range })}
        </span>
      ) : null}
      <span className="sr-only">{t(direction, { value, range })}</span>
    </span>
  );
}
