const second = 1000;
const minute = 60 * second;

/** How to show a past instant: "just now", relative, or as an instant. */
export type Ago = "justNow" | "relative" | "instant";

/**
 * Never shows a past instant as a future one, since clocks differ slightly and the page's time lags. More than a minute ahead is shown as
 * an instant, such as in a sandbox whose clock was moved.
 */
export function tellAgo(at: Date, now: Date): Ago {
  const ago = now.getTime() - at.getTime();
  if (ago < -minute) return "instant";
  return ago < second ? "justNow" : "relative";
}
