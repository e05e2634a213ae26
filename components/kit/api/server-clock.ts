"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { currentTime } from "#lib/time/clock.ts";

/** Below this it can be the way of an answer, or the header's whole seconds. */
const noticedMs = 3000;

/** By how much the server's clock is ahead of the browser's. */
let offsetMs = 0;

/** Learns the server's time from the header `date` of an answer, as the clocks of people's machines can be minutes off. */
export function noteServerTime(header: string | null): void {
  const served = header === null ? NaN : Date.parse(header);
  const offset = served - currentTime().getTime();
  if (Math.abs(offset - offsetMs) > noticedMs) offsetMs = Math.abs(offset) > noticedMs ? offset : 0;
}

function serverTime(): number {
  return currentTime().getTime() + offsetMs;
}

/** A clock that all who show its time share. */
function makeTicker(everyMs: number) {
  let shown = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const watchers = new Set<() => void>();
  const tick = () => {
    shown = serverTime();
    for (const watcher of watchers) watcher();
  };
  return {
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      if (timer === undefined) {
        timer = setInterval(tick, everyMs);
        tick();
      }
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read: () => (shown === 0 ? (shown = serverTime()) : shown),
  };
}

const tickers = { second: makeTicker(1000), seconds: makeTicker(10_000) };

/** What time it is on the server, every second or every ten. The first is when the page was rendered, as the server has it. */
export function useServerNow(every: keyof typeof tickers = "seconds"): Date {
  const rendered = useNow().getTime();
  const { watch, read } = tickers[every];
  return new Date(useSyncExternalStore(watch, read, () => rendered));
}
