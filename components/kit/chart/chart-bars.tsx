import { fills } from "#components/kit/chart/chart-tones.ts";
import type { ChartSeries, TimeChartProps } from "#components/kit/chart/time-chart.tsx";
import { cn } from "#components/ui/class-names.ts";

/** The bars of a TimeChart: a bar a point, its series on each other; the last one is pale, as it still grows. */
export function ChartBars({ points, series, top }: Pick<TimeChartProps, "points"> & { series: readonly ChartSeries[]; top: number }) {
  return (
    <div className="absolute inset-0 flex forced-color-adjust-none">
      {points.map(({ at, values }, index) => (
        <div key={at.getTime()} className={cn("flex min-w-0 flex-1 flex-col-reverse gap-px", index === points.length - 1 && "opacity-55")}>
          {series
            .filter(({ key }) => (values[key] ?? 0) > 0)
            .map(({ key, tone }) => (
              // However few they are, faults are to be seen.
              <div
                key={key}
                className="mx-[9%] min-h-0.5 shrink-0 rounded-[1.5px] last:rounded-t-[3px]"
                style={{ ...fills[tone], height: `calc(${((values[key] ?? 0) / top) * 100}% - 1px)` }}
              />
            ))}
        </div>
      ))}
    </div>
  );
}
