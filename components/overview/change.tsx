"use client";

import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ranges } from "#components/overview/queries.ts";
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

/** The switch of the figures' range. A range is loaded as soon as it is pointed at. */
export function RangeSwitch({
  range,
  choose,
  prepare,
}: {
  range: OverviewRange;
  choose: (range: OverviewRange) => void;
  prepare: (range: OverviewRange) => void;
}) {
  const t = useTranslations("overview");
  return (
    <fieldset aria-label={t("range")} className="inline-flex flex-wrap rounded-lg border bg-card p-0.5 shadow-xs">
      {ranges.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === range}
          onPointerEnter={() => prepare(each)}
          onFocus={() => prepare(each)}
          onClick={() => choose(each)}
          className="rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground aria-pressed:bg-primary aria-pressed:text-primary-foreground"
        >
          {t(`ranges.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}
