"use client";

import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { useClock } from "#components/sandbox/use-clock.ts";
import type { WireClock } from "#lib/developer/sandbox/schema.ts";

const ClockBarContent = loadedPart(() => import("#components/sandbox/clock-bar-content.tsx").then((module) => module.ClockBarContent));

/** A bar below the environment band on every page while the clock is moved or the sandbox is busy. Only then is its content loaded. */
export function ClockBar({ initial }: { initial: WireClock }) {
  const { clock = initial, ...work } = useClock(initial);
  const isShown = clock.moved || clock.catching_up !== null || clock.resetting;
  if (!isShown) return null;
  return <ClockBarContent clock={clock} {...work} />;
}
