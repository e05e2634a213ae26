"use client";

import { useFormatter } from "next-intl";

export function Money({ euros }: { euros: number }) {
  return (
    <span className="min-[20rem]:whitespace-nowrap tabular-nums">
      {useFormatter().number(euros, { style: "currency", currency: "EUR" })}
    </span>
  );
}

/** A duration of milliseconds in a suitable unit. */
export function Duration({ ms }: { ms: number }) {
  const say = useDuration();
  return (
    <span className="min-[20rem]:whitespace-nowrap tabular-nums">
      {ms > 0 && ms < 1 ? `<\u00a0${say(1)}` : say(ms < 1000 ? Math.round(ms) : ms)}
    </span>
  );
}

const units = [
  { above: 86_400_000, unit: "day" },
  { above: 3_600_000, unit: "hour" },
  { above: 60_000, unit: "minute" },
  { above: 1000, unit: "second" },
] as const;

export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    // Formatted by hand, since the unit is the same in every language and the first number formatter is slow to create.
    if (Number.isInteger(ms) && ms < 1000) return `${ms}\u00a0ms`;
    const fitting = units.find(({ above }) => ms >= above);
    if (fitting === undefined) return `${format.number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })}\u00a0ms`;
    return format.number(ms / fitting.above, { style: "unit", unitDisplay: "short", unit: fitting.unit, maximumFractionDigits: 2 });
  };
}
