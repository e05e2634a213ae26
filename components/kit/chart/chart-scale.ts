import type { ReactNode } from "react";

/** The values from an instant on; null if nothing was measured. */
export interface ChartPoint {
  at: Date;
  values: Readonly<Record<string, number | null>>;
}

export interface ChartSeries {
  /** The key of its values in the points. */
  key: string;
  label: string;
  tone: ChartTone;
  total?: string;
}

export interface TimeChartProps {
  /** Names the chart for screen readers; the visible heading is in `heading`. */
  title: string;
  /** The chart in one sentence, for screen readers. */
  summary: string;
  /** The title with the main figure, above the chart. */
  heading: ReactNode;
  kind: "bars" | "line";
  /** Consecutive points without gaps; the last one is incomplete. */
  points: readonly ChartPoint[];
  span: PointSpan;
  series: readonly ChartSeries[];
  unit: "count" | "milliseconds" | "share" | "euros";
  /** The axis of a line ends here, and higher values lie on its edge: without it, one outlier flattens the others. */
  ceiling?: number;
  note?: string;
  /** The message if nothing was counted in the whole period. */
  empty: string;
  className: string;
  /** The pointed point, in the chart of this title: adjacent charts show the same time. */
  pointed: { index: number; title: string } | undefined;
  onPoint: (pointed: TimeChartProps["pointed"]) => void;
  /** The action of a click or Enter on a point, with its hint. */
  opening?: { hint: string; open: (from: Date, until: Date | undefined) => void } | undefined;
}

/** Formats a value of the chart; with `isOnAxis` as short as possible. */
export type FormatFigure = (value: number | null | undefined, isOnAxis?: boolean) => string;

/** The meaning of a series: normal, failed, refused, still in progress, or beside the point. */
export type ChartTone = "main" | "fault" | "refused" | "waiting" | "aside";
const niceSteps = [1, 2, 2.5, 5, 10];
const maxSteps = 4;

/**
 * Round values for a chart's axis, from 0 to at least the highest value, in at most four even steps. `isWhole` for values without
 * fractions, such as counts.
 */
export function axisTicks(highest: number, isWhole: boolean): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / maxSteps;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const possible = niceSteps.map((step) => step * magnitude).filter((step) => !isWhole || Number.isInteger(step));
  const step = possible.find((each) => each >= rough * 0.999999) ?? 1;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The period of each point of a chart. */
export type PointSpan = "hour" | "quarter" | "day" | "month";

interface AxisLabel {
  /** Its centre, in points from the left edge. */
  position: number;
  /** The index of the labelled point. */
  index: number;
  /** Hidden where there is little room. */
  isMinor: boolean;
}

/**
 * The labels below a chart: every fourth hour of the clock; the days of quarter-day points, below their middle; every fifth day, counted
 * from the last one; every month. `clocks` has the day and hour of each point in the viewer's zone.
 */
export function axisLabels(span: PointSpan, clocks: readonly { day: string; hour: number }[]): AxisLabel[] {
  if (span === "quarter") return labelDays(clocks);
  if (span === "month") {
    return clocks.map((_clock, index) => ({ position: index + 0.5, index, isMinor: (clocks.length - 1 - index) % 2 === 1 }));
  }
  return clocks.flatMap(({ hour }, index) => {
    const [isNamed, isMinor] =
      span === "hour" ? [hour % 4 === 0, hour % 8 !== 0] : [(clocks.length - 1 - index) % 5 === 0, (clocks.length - 1 - index) % 10 !== 0];
    return isNamed ? [{ position: index + 0.5, index, isMinor }] : [];
  });
}

/** The days that are mostly in the chart. */
function labelDays(clocks: readonly { day: string }[]): AxisLabel[] {
  const days = [...new Set(clocks.map(({ day }) => day))];
  return days.flatMap((day, place) => {
    const index = clocks.findIndex((clock) => clock.day === day);
    const count = clocks.filter((clock) => clock.day === day).length;
    return count < 3 ? [] : [{ position: index + count / 2, index, isMinor: (days.length - 1 - place) % 2 === 0 }];
  });
}

/** The height of a value as a part of the chart's. */
export function heightIn(value: number, top: number): number {
  return Math.min(top, Math.max(0, value)) / top;
}

/** The points of a line in a square of 100, with heights from 0 to `top`. Values beyond lie on the edge, and missing ones are left out. */
function places(values: readonly (number | null)[], top: number): ({ x: string; y: string } | null)[] {
  const span = 100 / Math.max(1, values.length);
  return values.map((value, index) =>
    value === null ? null : { x: ((index + 0.5) * span).toFixed(2), y: (100 - heightIn(value, top) * 100).toFixed(2) },
  );
}

/** The path of a line in a square of 100, with heights from 0 to `top`; interrupted at missing values. */
export function linePath(values: readonly (number | null)[], top: number): string {
  const all = places(values, top);
  return all.map((place, index) => (place === null ? "" : `${all[index - 1] ? "L" : "M"}${place.x} ${place.y}`)).join("");
}

/** The path around the area below that line. */
export function areaPath(values: readonly (number | null)[], top: number): string {
  const all = places(values, top);
  return all
    .map((place, index) => {
      if (place === null) return "";
      const start = all[index - 1] ? "L" : `M${place.x} 100L`;
      return `${start}${place.x} ${place.y}${all[index + 1] ? "" : `L${place.x} 100Z`}`;
    })
    .join("");
}

/** The indexes of isolated values, which no line reaches. */
export function isolatedPoints(values: readonly (number | null)[]): number[] {
  const isMissing = (index: number) => (values[index] ?? null) === null;
  return values.flatMap((value, index) => (value !== null && isMissing(index - 1) && isMissing(index + 1) ? [index] : []));
}
