import { fills, lineColours } from "#components/kit/chart/chart-tones.ts";
import type { ChartTone } from "#components/kit/chart/chart-tones.ts";
import type { TimeChartProps } from "#components/kit/chart/time-chart.tsx";

/** How the series of a TimeChart are drawn, and what each comes to. */
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

/** A sample of how a series is drawn. */
export function Swatch({ tone, kind }: { tone: ChartTone; kind: TimeChartProps["kind"] }) {
  return kind === "bars" ? (
    <span aria-hidden className="size-2.5 shrink-0 rounded-xs forced-color-adjust-none" style={fills[tone]} />
  ) : (
    <span aria-hidden className="h-0.5 w-3 shrink-0 rounded-full forced-color-adjust-none" style={{ background: lineColours[tone] }} />
  );
}
