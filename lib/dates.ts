import { UTCDate } from "@date-fns/utc";
import type { Duration } from "date-fns";
import { add } from "date-fns/add";
import { addMonths as addCalendarMonths } from "date-fns/addMonths";

const msPerDay = 86_400_000;

// Seconds and their fraction may be left out, the offset may not: a time without one is another instant in every zone.
const instantPattern = /^(\d{4}-\d{2}-(\d{2}))T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i;

/** The instant of an ISO 8601 text with an offset; undefined for anything else, 30 February included (resolutions.md § 2). */
export function parseInstant(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const match = instantPattern.exec(value);
  if (match === null) return undefined;
  const [, date = "", day = "", time = "", hours = "+00", minutes = "00"] = match;
  // `Date` reads 30 February as 2 March.
  if (new Date(date).getUTCDate() !== Number(day)) return undefined;
  // In the one form of ISO 8601 that `Date` reads: no lower case, no decimal comma, no +02 and no +0200.
  const instant = new Date(`${date}T${time.replace(",", ".")}${hours}:${minutes}`);
  // Instants outside the four-digit years would not come back in the shape that answers promise.
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : undefined;
}

/** The same time of day `months` calendar months on, in UTC; 31 January + 1 month is the last day of February. */
export function addMonths(date: Date, months: number): Date {
  return new Date(addCalendarMonths(new UTCDate(date), months).getTime());
}

const durationPattern =
  /^P(?!$)(?:(\d{1,5})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?!$)(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

/** The duration of an ISO 8601 text such as `P1Y2M` or `PT12H`, of whole numbers; undefined for anything else. */
export function parseDuration(text: string): Duration | undefined {
  const match = durationPattern.exec(text);
  if (match === null) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return { years, months, weeks, days, hours, minutes, seconds } as Duration;
}

/** The moment a duration after another, by the calendar in UTC. */
export function addDuration(date: Date, duration: Duration): Date {
  return new Date(add(new UTCDate(date), duration).getTime());
}

/** How many days a period has begun: 0 for an empty one, 1 up to 24 hours. */
export function startedDays(start: Date, end: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - start.getTime()) / msPerDay));
}

/** How many calendar months a period has begun, counted from its start: 0 for an empty one. */
export function startedMonths(start: Date, end: Date): number {
  if (end <= start) return 0;
  const whole = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return addMonths(start, whole) < end ? whole + 1 : whole;
}
