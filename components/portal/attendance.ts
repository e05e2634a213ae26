import { currentTime } from "#lib/clock.ts";

const attendedMs = 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "focus"] as const;

let lastSign: number | undefined;

/** Whether somebody has used the page within the last minute; what it asks for at other times, it asks for by itself. */
export function isAttended(): boolean {
  const now = currentTime().getTime();
  if (lastSign === undefined) {
    lastSign = now;
    for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });
  }
  return now - lastSign <= attendedMs;
}

function noteSign(): void {
  lastSign = currentTime().getTime();
}
