"use client";

import { useFormatter } from "next-intl";

/** An amount in euros, as the API has it. */
export function Money({ euros }: { euros: number }) {
  return <span className="whitespace-nowrap tabular-nums">{useFormatter().number(euros, { style: "currency", currency: "EUR" })}</span>;
}

/** A stretch of time given in milliseconds, in the unit that suits it. */
export function Duration({ ms }: { ms: number }) {
  return <span className="whitespace-nowrap tabular-nums">{useDuration()(ms)}</span>;
}

const units = [
  { above: 86_400_000, unit: "day" },
  { above: 3_600_000, unit: "hour" },
  { above: 60_000, unit: "minute" },
  { above: 1000, unit: "second" },
] as const;

/** Says a stretch of time, given in milliseconds. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    const fitting = units.find(({ above }) => ms >= above);
    // Without a formatter: it is the same in every language, and the first one of figures takes a browser long to make.
    if (fitting === undefined) return ms < 1 ? "<\u00a01\u00a0ms" : `${Math.round(ms)}\u00a0ms`;
    return format.number(ms / fitting.above, { style: "unit", unitDisplay: "short", unit: fitting.unit, maximumFractionDigits: 2 });
  };
}
