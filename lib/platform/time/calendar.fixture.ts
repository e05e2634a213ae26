import { addMonths, insurerCalendar } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

/** A calendar without changes of clocks, for cases that are not about them. */
export const utc: LocalCalendar = { timeZone: "UTC", renewalDay: null };

export const addUtcMonths = (instant: Date, months: number): Date => addMonths(instant, months, utc);

/** Adds months like contracts of the tests' renters, whose address is in Paris. */
export const addParisMonths = (instant: Date, months: number): Date => addMonths(instant, months, insurerCalendar);
