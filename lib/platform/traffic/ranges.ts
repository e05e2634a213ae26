import { z } from "zod";

/** Durations are counted in exponential classes; eight per doubling give percentiles within 4.5 %. */
export const classesPerDoubling = 8;

export const overviewRanges = ["24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewQuery = z.object({
  range: z.enum(overviewRanges).default("24h"),
  /** The viewer's, by its IANA name. */
  timeZone: z.string().max(64).default("UTC"),
});
export type OverviewQuery = z.output<typeof overviewQuery>;

/** From microseconds; 0 is in the first class. */
export function classOf(micros: number): number {
  return Math.round(classesPerDoubling * Math.log2(Math.max(micros, 1)));
}

/** The middle of a class in microseconds. */
export function microsOfClass(durationClass: number): number {
  return 2 ** (durationClass / classesPerDoubling);
}
