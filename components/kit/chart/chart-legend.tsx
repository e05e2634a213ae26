import type { CSSProperties } from "react";
import type { ChartTone, TimeChartProps } from "#components/kit/chart/chart-scale.ts";

export function ChartLegend({ series }: Pick<TimeChartProps, "series">) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground">
      {series.map(({ key, label, tone, total }) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <Swatch tone={tone} kind="bars" />
          {label}
          {total === undefined ? null : <span className="font-medium text-foreground tabular-nums">{total}</span>}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ tone, kind }: { tone: ChartTone; kind: TimeChartProps["kind"] }) {
  return kind === "bars" ? (
    <span aria-hidden className="size-2.5 shrink-0 rounded-xs forced-color-adjust-none" style={fills[tone]} />
  ) : (
    <span aria-hidden className="h-0.5 w-3 shrink-0 rounded-full forced-color-adjust-none" style={{ background: lineColours[tone] }} />
  );
}

export const lineColours = {
  main: "var(--chart-main)",
  fault: "var(--chart-fault)",
  refused: "var(--chart-waiting)",
  waiting: "var(--chart-waiting)",
  aside: "var(--chart-aside)",
} as const satisfies Record<ChartTone, string>;

/** Area patterns: dark or bright for failures, striped for progress, hollow for "aside", so that nobody needs to distinguish hues. */
export const fills = {
  main: { backgroundColor: lineColours.main },
  fault: { backgroundColor: lineColours.fault },
  refused: { backgroundColor: lineColours.refused },
  waiting: {
    backgroundImage: `repeating-linear-gradient(135deg, ${lineColours.waiting} 0 2px, transparent 2px 4px)`,
    boxShadow: `inset 0 0 0 1px ${lineColours.waiting}`,
  },
  aside: {
    backgroundColor: `color-mix(in oklch, ${lineColours.aside} 16%, var(--card))`,
    boxShadow: `inset 0 0 0 1px ${lineColours.aside}`,
  },
} as const satisfies Record<ChartTone, CSSProperties>;
