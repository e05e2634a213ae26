import { z } from "zod";

export const overviewRanges = ["24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewQuery = z.object({
  range: z.enum(overviewRanges).default("24h"),
  /** The viewer's, by its IANA name. */
  timeZone: z.string().max(64).default("UTC"),
});
export type OverviewQuery = z.output<typeof overviewQuery>;
