import { dateOf, endOfDay, insurerZone, startOfDay } from "#lib/platform/time/calendar.ts";

/** The next midnight in Europe/Paris, from which on a new price list may take effect (rules/prices.md#lists-3). */
export function earliestStart(now: Date): Date {
  return endOfDay(dateOf(now, insurerZone), insurerZone);
}

/** The midnight in Europe/Paris with which a day such as `2027-01-31` begins. */
export function midnightOf(day: string): Date {
  return startOfDay(day, insurerZone);
}
