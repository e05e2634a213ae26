import type { CSSProperties } from "react";

/** What a series of a chart tells: what goes as it should, what does not, and what is neither. */
export type ChartTone = "main" | "fault" | "aside";

/** The colour of a line. */
export const lineColours = {
  main: "var(--chart-main)",
  fault: "var(--chart-fault)",
  aside: "var(--chart-aside)",
} as const satisfies Record<ChartTone, string>;

/** How an area is filled: dark or bright for what went wrong, hollow for what is aside, so that nobody needs to tell hues. */
export const fills = {
  main: { backgroundColor: lineColours.main },
  fault: { backgroundColor: lineColours.fault },
  aside: {
    backgroundColor: `color-mix(in oklch, ${lineColours.aside} 16%, var(--card))`,
    boxShadow: `inset 0 0 0 1px ${lineColours.aside}`,
  },
} as const satisfies Record<ChartTone, CSSProperties>;
