const dayMs = 86_400_000;

/** The zone of the insurer's own days: statements, price lists, the sandbox's clock (rules/calendar.md#months-3). */
export const insurerZone = "Europe/Paris";

/** The days of a time zone, numbered from 1 January 1970. */
export interface Calendar {
  dayOf(instant: number): number;
  startOf(day: number): number;
  /** The local time, such as `2027-01-31T14:05`. */
  localOf(instant: number): string;
  /** The instant of a local time; a skipped one counts as without the change of clocks. */
  instantOf(local: string): number;
  /** The instant of the same local time on another day. */
  sameTimeOn(day: number, instant: number): number;
}

const calendars = new Map<string, Calendar>();
/** More than there are zones: people write their names in several ways. */
const mostCalendars = 1_000;

/** From 1973 on, clocks change at full minutes alone, so that one offset holds for a minute. */
const minuteMs = 60_000;
const firstMinute = Date.UTC(1973) / minuteMs;
const mostOffsets = 500;

/** Keeps each calendar, since Intl needs as long to make one as to convert 25 instants. */
export function calendarOf(timeZone: string): Calendar {
  const known = calendars.get(timeZone);
  if (known !== undefined) return known;
  if (calendars.size >= mostCalendars) calendars.clear();
  const calendar = makeCalendar(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
}

function makeCalendar(timeZone: string): Calendar {
  // Sweden writes date and time as ISO 8601 does.
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const clock = new Intl.DateTimeFormat("sv-SE", { ...parts, timeZone, hourCycle: "h23" });

  const offsets = new Map<number, number>();

  function offsetAt(instant: number): number {
    const minute = Math.floor(instant / minuteMs);
    if (minute < firstMinute) return readOffset(instant);
    const known = offsets.get(minute);
    if (known !== undefined) return known;
    if (offsets.size >= mostOffsets) offsets.clear();
    const offset = readOffset(minute * minuteMs);
    offsets.set(minute, offset);
    return offset;
  }
  function readOffset(instant: number): number {
    const seconds = Math.floor(instant / 1000) * 1000;
    // Years before 1000 lack leading zeros; 10000, which 9999 ends in to the east, is parsed with a sign and six digits.
    const local = clock.format(seconds).replace(" ", "T").padStart(19, "0");
    return Date.parse(`${local.length > 19 ? "+0" : ""}${local}Z`) - seconds;
  }
  function dayOf(instant: number): number {
    return Math.floor((instant + offsetAt(instant)) / dayMs);
  }
  function startOf(day: number): number {
    const midnight = day * dayMs;
    // The offset at midnight is that of the day before or the day after, since clocks do not change twice in between. Where midnight is
    // skipped or repeated, the day begins with the first of both instants that belongs to it.
    const possible = [midnight - dayMs, midnight + dayMs].map((near) => midnight - offsetAt(near)).toSorted((a, b) => a - b);
    return possible.find((instant) => dayOf(instant) >= day) ?? midnight;
  }
  function localOf(instant: number): string {
    return new Date(instant + offsetAt(instant)).toISOString().slice(0, "2027-01-31T14:05".length);
  }
  function instantOf(local: string): number {
    return instantAt(Date.parse(`${local}Z`));
  }
  function sameTimeOn(day: number, instant: number): number {
    const asUtc = instant + offsetAt(instant);
    return instantAt(asUtc + (day - Math.floor(asUtc / dayMs)) * dayMs);
  }
  /** The instant of a local time, given as if it were UTC. */
  function instantAt(asUtc: number): number {
    const possible = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - offsetAt(near));
    return possible.find((instant) => instant + offsetAt(instant) === asUtc) ?? possible[0] ?? asUtc;
  }
  return { dayOf, startOf, localOf, instantOf, sameTimeOn };
}

export function startOfDay(day: string, timeZone: string): Date {
  return new Date(calendarOf(timeZone).startOf(numberOf(day)));
}

export function endOfDay(day: string, timeZone: string): Date {
  return new Date(calendarOf(timeZone).startOf(numberOf(day) + 1));
}

/** The day of an instant in a zone, such as `2027-01-31`; "" for an invalid date, or a year without four digits. */
export function dateOf(instant: Date, timeZone: string): string {
  const year = instant.getUTCFullYear();
  if (!(year > 0 && year < 9999)) return "";
  return new Date(calendarOf(timeZone).dayOf(instant.getTime()) * dayMs).toISOString().slice(0, 10);
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** SQL of the zone by which a contract counts: that of its renter where an earlier release wrote the contract. */
export function timeZoneOf(alias: string): string {
  return `coalesce(${alias}.time_zone, (select zoned.time_zone from renters zoned where zoned.uid = ${alias}.uid), '${insurerZone}')`;
}
