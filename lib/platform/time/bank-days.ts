const dayMs = 86_400_000;

/** False on Saturdays, Sundays and the closing days of T2 (TARGET), on which no SEPA transfer is executed. `date` is such as `2027-01-31`. */
export function isBankDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
  return !isWeekend && !fixedClosings.includes(date.slice("2027-".length)) && !easterClosings(day.getUTCFullYear()).includes(date);
}

/** The first bank day from a date on. */
export function bankDayFrom(date: string): string {
  return isBankDay(date) ? date : bankDayFrom(isoOf(Date.parse(`${date}T00:00:00Z`) + dayMs));
}

/** The last bank day between two dates, both included; null if there is none. */
export function lastBankDay(from: string, until: string): string | null {
  if (until < from) return null;
  return isBankDay(until) ? until : lastBankDay(from, isoOf(Date.parse(`${until}T00:00:00Z`) - dayMs));
}

const fixedClosings = ["01-01", "05-01", "12-25", "12-26"];

/** Good Friday and Easter Monday. */
function easterClosings(year: number): string[] {
  const sunday = easterSunday(year);
  return [isoOf(sunday - 2 * dayMs), isoOf(sunday + dayMs)];
}

/** By the anonymous Gregorian algorithm. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, "2027-01-31".length);
}
