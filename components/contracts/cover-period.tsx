"use client";

import { useFormatter } from "next-intl";
import { coverDays } from "#components/contracts/cover-days.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";

/** A period of cover in days of the viewer's zone, with the exact UTC instants in a tooltip. */
export function CoverPeriod({ from, until, focusable = false }: { from: string | Date; until: string | Date; focusable?: boolean }) {
  const format = useFormatter();
  return (
    <Tooltip
      content={
        <span className="grid gap-0.5 text-center font-mono text-xs tabular-nums">
          <span>{inUtc(from)} –</span>
          <span>{inUtc(until)}</span>
        </span>
      }
    >
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact instants are for those without a pointer too
        tabIndex={focusable ? 0 : undefined}
        className="relative z-10 tabular-nums sm:whitespace-nowrap"
      >
        {coverDays(new Date(from), new Date(until), (at, options) => format.dateTime(at, options))}
      </span>
    </Tooltip>
  );
}

function inUtc(at: string | Date): string {
  return `${new Date(at).toISOString().replace("T", " ").replace("Z", "")} UTC`;
}
