"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { overviewQuery, ranges } from "#components/overview/queries.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** How far back the figures go. What is pointed at is loaded already when it is chosen. */
export function RangeSwitch({
  environment,
  range,
  choose,
}: {
  environment: Environment;
  range: OverviewRange;
  choose: (range: OverviewRange) => void;
}) {
  const t = useTranslations("overview");
  const timeZone = useTimeZone() ?? "UTC";
  const client = useQueryClient();
  return (
    <fieldset aria-label={t("range")} className="inline-flex rounded-lg border bg-card p-0.5 shadow-xs">
      {ranges.map((each) => {
        const prepare = () => void client.query(overviewQuery(environment, each, timeZone)).catch(() => undefined);
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === range}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => choose(each)}
            className="rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground aria-pressed:bg-primary aria-pressed:text-primary-foreground"
          >
            {t(`ranges.${each}`)}
          </button>
        );
      })}
    </fieldset>
  );
}
