import { Temporal } from "temporal-polyfill";
import { calendarOf, insurerZone } from "#lib/platform/time/calendar.ts";
import type { Duration } from "#lib/platform/time/dates.ts";

/** How a contract counts days and months (rules/calendar.md). */
export interface LocalCalendar {
  timeZone: string;
  /** The day of month that months go to, as far as the month has it: that on which a chain of renewals began. Null for the start's own. */
  renewalDay: number | null;
}

export const insurerCalendar: LocalCalendar = { timeZone: insurerZone, renewalDay: null };

/** The same local time on the same day of another month, or on the last day of a shorter one. */
export function addMonths(instant: Date, months: number, { timeZone, renewalDay }: LocalCalendar): Date {
  const local = toLocal(instant, timeZone);
  if (renewalDay === null || renewalDay === local.day) return toDate(local.add({ months }));
  return toDate(local.toPlainDateTime().add({ months }).with({ day: renewalDay }).toZonedDateTime(timeZone));
}

/** The same local time some days later, whether the clocks change in between or not. */
export function addDays(instant: Date, days: number, { timeZone }: Pick<LocalCalendar, "timeZone">): Date {
  const { dayOf, sameTimeOn } = calendarOf(timeZone);
  return new Date(sameTimeOn(dayOf(instant.getTime()) + days, instant.getTime()));
}

/** A duration later: its months and days are local, its hours are real. */
export function addDuration(instant: Date, { months, days, ms }: Duration, calendar: LocalCalendar): Date {
  return new Date(addDays(addMonths(instant, months, calendar), days, calendar).getTime() + ms);
}

/** How many local days have begun: the least number with which the start reaches the end, 0 for an empty period. */
export function startedDays(start: Date, end: Date, calendar: Pick<LocalCalendar, "timeZone">): number {
  if (end <= start) return 0;
  const { dayOf, sameTimeOn } = calendarOf(calendar.timeZone);
  const lastDay = dayOf(end.getTime());
  const days = lastDay - dayOf(start.getTime());
  return sameTimeOn(lastDay, start.getTime()) < end.getTime() ? days + 1 : days;
}

/** How many local months have begun: the least number with which the start reaches the end, 0 for an empty period. */
export function startedMonths(start: Date, end: Date, calendar: LocalCalendar): number {
  if (end <= start) return 0;
  const [from, to] = [toLocal(start, calendar.timeZone), toLocal(end, calendar.timeZone)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return addMonths(start, months, calendar) < end ? months + 1 : months;
}

/**
 * The day of month that renewals of a period go to: that of its start where the period ends on it, so that the 31st comes back after
 * February; the day before where the period ends a moment before it; else the day of the end.
 */
export function renewalDayAfter(start: Date, end: Date, { timeZone, renewalDay }: LocalCalendar): number {
  const began = renewalDay ?? toLocal(start, timeZone).day;
  const last = toLocal(end, timeZone).toPlainDate();
  const next = last.add({ days: 1 });
  if (last.day === Math.min(began, last.daysInMonth)) return began;
  if (next.day !== Math.min(began, next.daysInMonth)) return last.day;
  return began === 1 ? 31 : began - 1;
}

function toLocal(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(BigInt(instant.getTime()) * 1_000_000n, timeZone);
}

function toDate({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds);
}
