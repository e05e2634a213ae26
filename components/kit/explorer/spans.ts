import type { ListSummary } from "#lib/platform/lists/summary.ts";

/** Bars of a histogram, by their places: where a choice began, and where it is now. */
export interface PointRange {
  anchor: number;
  end: number;
}

export function orderedRange({ anchor, end }: PointRange): { first: number; final: number } {
  return { first: Math.min(anchor, end), final: Math.max(anchor, end) };
}

/** The time of some bars, the end excluded. */
export function spanOf({ points, stepMs }: Pick<ListSummary, "points" | "stepMs">, range: PointRange): { from: Date; until: Date } {
  const { first, final } = orderedRange(range);
  const [from = new Date(0), last = from] = [points[first]?.at, points[final]?.at];
  // A day with a clock change is longer or shorter.
  return { from, until: points[final + 1]?.at ?? new Date(last.getTime() + stepMs) };
}

/** How many rows each series has in some bars. */
export function totalsOf(points: ListSummary["points"]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { values } of points) for (const [key, rows] of Object.entries(values)) totals[key] = (totals[key] ?? 0) + rows;
  return totals;
}
