"use client";

import { useTranslations } from "next-intl";
import { ranges } from "#components/overview/queries.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

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
