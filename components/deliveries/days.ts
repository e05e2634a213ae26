const dayMs = 86_400_000;

/** The instant at which a day such as `2027-01-31` begins in a zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const inUtc = Date.parse(`${day}T00:00:00Z`);
  // The offset is asked for twice: the first guess may lie on the other side of a change of the clocks.
  const guess = inUtc - offsetAt(inUtc, timeZone);
  return new Date(inUtc - offsetAt(guess, timeZone));
}

/** The instant at which the day after it begins. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10), timeZone);
}

/** The day, such as `2027-01-31`, of an instant in a zone; "" for what is no instant. */
export function dayOf(instant: Date, timeZone: string): string {
  return Number.isNaN(instant.getTime()) ? "" : clockAt(instant, timeZone).slice(0, 10);
}

/** How far a zone is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const seconds = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${clockAt(new Date(seconds), timeZone).replace(" ", "T")}Z`) - seconds;
}

/** What calendar and clock show there: Sweden writes it as ISO 8601 does. */
function clockAt(instant: Date, timeZone: string): string {
  const part = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return new Intl.DateTimeFormat("sv-SE", { ...part, timeZone, hourCycle: "h23" }).format(instant);
}
