import { currentTime } from "#lib/time/clock.ts";

const attendedMs = 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "focus"] as const;

let lastSign = currentTime();

function noteSign(): void {
  lastSign = currentTime();
}

// The server renders with this file too.
if ("document" in globalThis) for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });

/** Whether somebody has used the page within the last minute; what it asks for at other times, it asks for by itself. */
export function isAttended(): boolean {
  return currentTime().getTime() - lastSign.getTime() <= attendedMs;
}
