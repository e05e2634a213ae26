"use client";

import { lazy, Suspense } from "react";
import type { ClockData } from "#components/sandbox/queries.ts";
import { useClock } from "#components/sandbox/use-clock.ts";

const ClockBarContent = lazy(() =>
  import("#components/sandbox/clock-bar-content.tsx").then((module) => ({ default: module.ClockBarContent })),
);

/** Below the band of Development on every page, while its clock is moved or it is at work; loaded then alone. */
export function ClockBar({ initial }: { initial: ClockData }) {
  const { clock = initial, ...work } = useClock(initial);
  const isShown = clock.moved || clock.catching_up !== null || clock.resetting;
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <ClockBarContent clock={clock} {...work} />
    </Suspense>
  );
}
