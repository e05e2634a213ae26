"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Smaller differences come from latency, or from the header's whole seconds. */
const noticedMs = 3000;

/** How far the server's clock is ahead of the browser's. */
let offsetMs = 0;

/** Learns the server's time from a response's `date` header, since users' clocks can be minutes off. */
export function noteServerTime(header: string | null): void {
  const served = header === null ? NaN : Date.parse(header);
  const offset = served - currentTime().getTime();
  if (Math.abs(offset - offsetMs) > noticedMs) offsetMs = Math.abs(offset) > noticedMs ? offset : 0;
}

function serverTime(): number {
  return currentTime().getTime() + offsetMs;
}

/** A ticking clock that all its subscribers share. */
function makeTicker(everyMs: number) {
  let previous = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const watchers = new Set<() => void>();
  const tick = () => {
    previous = serverTime();
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
    read: () => (previous === 0 ? (previous = serverTime()) : previous),
  };
}

const tickers = { second: makeTicker(1000), seconds: makeTicker(10_000) };

/** The server's time, updated every second or every ten. The first value is the server's time of rendering. */
export function useServerNow(every: keyof typeof tickers = "seconds"): Date {
  const rendered = useNow().getTime();
  const { watch, read } = tickers[every];
  return new Date(useSyncExternalStore(watch, read, () => rendered));
}
