import { z } from "zod";
import { chooseTimeZone } from "#lib/i18n/locales.ts";

export const overviewRanges = ["24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewQuery = z.object({
  range: z.enum(overviewRanges).default("24h"),
  /** The viewer's, by its IANA name; UTC where it is unknown here. */
  timeZone: z.string().max(64).default("UTC").transform(chooseTimeZone),
});
export type OverviewQuery = z.output<typeof overviewQuery>;
