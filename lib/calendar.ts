const dayMs = 86_400_000;

/** The days of a time zone. A day is named by its number: how many days after 1 January 1970 it is, there. */
export interface Calendar {
  dayOf(instant: number): number;
  /** The first instant of a day. */
  startOf(day: number): number;
  /** What clocks show at an instant: `2027-01-31T14:05`. */
  localOf(instant: number): string;
  /** The instant at which clocks show this; where they skip it, the one that it would have been. */
  instantOf(local: string): number;
}

/** The calendar of a zone that the platform knows, whenever its clocks change. Instants are in milliseconds. */
export function calendarOf(timeZone: string): Calendar {
  // Sweden writes date and time as ISO 8601 does.
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const clock = new Intl.DateTimeFormat("sv-SE", { ...parts, timeZone, hourCycle: "h23" });

  function offsetAt(instant: number): number {
    const seconds = Math.floor(instant / 1000) * 1000;
    // A year before 1000 is written without its zeros.
    return Date.parse(`${clock.format(seconds).replace(" ", "T").padStart(19, "0")}Z`) - seconds;
  }
  function dayOf(instant: number): number {
    return Math.floor((instant + offsetAt(instant)) / dayMs);
  }
  function startOf(day: number): number {
    const midnight = day * dayMs;
    // The offset at midnight is that of the day before or of the day after: clocks do not change twice in between. Where midnight
    // itself is skipped or comes twice, the first of the two instants that is of the day is its beginning all the same.
    const possible = [midnight - dayMs, midnight + dayMs].map((near) => midnight - offsetAt(near)).toSorted((a, b) => a - b);
    return possible.find((instant) => dayOf(instant) >= day) ?? midnight;
  }
  function localOf(instant: number): string {
    return new Date(instant + offsetAt(instant)).toISOString().slice(0, "2027-01-31T14:05".length);
  }
  function instantOf(local: string): number {
    const shown = Date.parse(`${local}Z`);
    const possible = [shown - dayMs, shown + dayMs].map((near) => shown - offsetAt(near));
    return possible.find((instant) => instant + offsetAt(instant) === shown) ?? possible[0] ?? shown;
  }
  return { dayOf, startOf, localOf, instantOf };
}

/** The instant at which a day such as `2027-01-31` begins in a zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(calendarOf(timeZone).startOf(numberOf(day)));
}

/** The instant at which the day after it begins. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(calendarOf(timeZone).startOf(numberOf(day) + 1));
}

/** The day, such as `2027-01-31`, of an instant in a zone; "" for what is no instant, or of no year of four digits. */
export function dateOf(instant: Date, timeZone: string): string {
  const year = instant.getUTCFullYear();
  if (!(year > 0 && year < 9999)) return "";
  return new Date(calendarOf(timeZone).dayOf(instant.getTime()) * dayMs).toISOString().slice(0, 10);
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}
