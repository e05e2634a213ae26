import { dateOf, startOfDay } from "#lib/time/calendar.ts";

const zone = "Europe/Paris";
const dayMs = 86_400_000;

/** The next midnight in Europe/Paris, from which on a new price list may take effect (rules/prices.md#lists-3). */
export function earliestStart(now: Date): Date {
  const today = Date.parse(`${dateOf(now, zone)}T00:00:00Z`);
  return midnightOf(new Date(today + dayMs).toISOString().slice(0, "2027-01-31".length));
}

/** The midnight in Europe/Paris with which a day such as `2027-01-31` begins. */
export function midnightOf(day: string): Date {
  return startOfDay(day, zone);
}
