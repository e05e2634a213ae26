const second = 1000;
const minute = 60 * second;

/** How to say when something happened: "just now", so long ago, or at its instant. */
export type Ago = "justNow" | "relative" | "instant";

/**
 * What has happened is never told as something to come: clocks differ a little, and a page shows the time of its last tick. What is
 * more than a minute ahead is told by its instant, as in a sandbox whose clock was moved.
 */
export function tellAgo(at: Date, now: Date): Ago {
  const ago = now.getTime() - at.getTime();
  if (ago < -minute) return "instant";
  return ago < second ? "justNow" : "relative";
}
