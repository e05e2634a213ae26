import { dateOf, insurerZone, startOfDay } from "#lib/platform/time/calendar.ts";

const steps = 10_000;

/** The insurer's books are kept by this zone (rules/statements.md#month-1). */
export const zone = insurerZone;
/** The day of the next month on which a month closes, at its start. */
const closingDay = "03";

/** A month such as `2027-01`. */
export type Month = string;
export const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export function monthOf(at: Date): Month {
  return dateOf(at, zone).slice(0, "2027-01".length);
}

export function startOfMonth(month: Month): Date {
  return startOfDay(`${month}-01`, zone);
}

export function monthAfter(month: Month): Month {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${String(year).padStart(4, "0")}-${String(number + 1).padStart(2, "0")}`;
}

/** The month so many months before another. */
export function monthsBefore(month: Month, count: number): Month {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, "2027-01".length);
}

/** From this moment on the figures of a month stay. */
export function closingOf(month: Month): Date {
  return startOfDay(`${monthAfter(month)}-${closingDay}`, zone);
}

/** True for a month from the first to the last, both included; false for a text that is no month. */
export function isAmongMonths(text: string, first: Month, last: Month): boolean {
  return monthPattern.test(text) && text >= first && text <= last;
}

/** Every month from the first to the last, both included, the newest first. */
export function monthsFrom(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.unshift(month);
  return months;
}

/** A number under which a closed statement is filed: its month, and enough of the hash of its entries to tell partners apart. */
export function numberOf(month: Month, sha256: string): string {
  return `${month}-${sha256.slice(0, 8).toUpperCase()}`;
}

/** Net claims over the net premium without tax, to four decimals; null without such a premium (rules/statements.md#figures-4). */
export function lossRatio(claimsNet: number, netWithoutTax: number): number | null {
  // Rounding a small negative ratio gives -0.
  return netWithoutTax === 0 ? null : Math.round((claimsNet / netWithoutTax) * steps) / steps + 0;
}
