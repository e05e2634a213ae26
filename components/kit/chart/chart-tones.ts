import type { CSSProperties } from "react";

/** What a series of a chart tells: what goes as it should, what does not, what is still under way, and what is none of these. */
export type ChartTone = "main" | "fault" | "waiting" | "aside";

/** The colour of a line. */
export const lineColours = {
  main: "var(--chart-main)",
  fault: "var(--chart-fault)",
  waiting: "var(--chart-waiting)",
  aside: "var(--chart-aside)",
} as const satisfies Record<ChartTone, string>;

/** How an area is filled: dark or bright for what went wrong, striped for what is under way, hollow for what is aside, so that nobody needs to tell hues. */
export const fills = {
  main: { backgroundColor: lineColours.main },
  fault: { backgroundColor: lineColours.fault },
  waiting: {
    backgroundImage: `repeating-linear-gradient(135deg, ${lineColours.waiting} 0 2px, transparent 2px 4px)`,
    boxShadow: `inset 0 0 0 1px ${lineColours.waiting}`,
  },
  aside: {
    backgroundColor: `color-mix(in oklch, ${lineColours.aside} 16%, var(--card))`,
    boxShadow: `inset 0 0 0 1px ${lineColours.aside}`,
  },
} as const satisfies Record<ChartTone, CSSProperties>;
