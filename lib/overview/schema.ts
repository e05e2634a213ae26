import { z } from "zod";

/** How far back the overview looks (portal.md § Partner side, Overview). */
export const overviewRanges = ["24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewQuery = z.object({
  range: z.enum(overviewRanges).default("24h"),
  /** The viewer's, as IANA names it: where days matter, they are the viewer's. */
  timeZone: z.string().max(64).default("UTC"),
});
export type OverviewQuery = z.output<typeof overviewQuery>;
