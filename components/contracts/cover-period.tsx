"use client";

import { useFormatter } from "next-intl";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const day = { day: "numeric", month: "short" } as const;

const year = { year: "numeric" } as const;

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

/** A period of cover in days, with the year once if it is the same. `Intl` ranges differ between the server and browsers. */
export function coverDays(
  start: Date,
  end: Date,
  format: (at: Date, options: { day?: "numeric"; month?: "short"; year?: "numeric" }) => string,
): string {
  const isOfOneYear = format(start, year) === format(end, year);
  return `${withFirst(format(start, isOfOneYear ? day : { ...day, ...year }))} – ${withFirst(format(end, { ...day, ...year }))}`;
}
