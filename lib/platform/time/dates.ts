/** Begins an instant in the answer of a procedure; a text that begins so has it twice. */
const mark = "@";

const asItIs = (value: unknown) => value;

/** How procedures send JSON. Requests are plain: nothing that a sender writes is revived before it is checked. */
export const transformer = {
  input: { serialize: asItIs, deserialize: asItIs },
  output: { serialize: markInstants, deserialize: reviveInstants },
};

// Seconds are optional, the offset is not, since a time without one is ambiguous.
const instantPattern = /^(\d{4}-\d{2}-(\d{2}))T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i;

/** Parses an ISO 8601 instant with an offset; undefined for anything else, also for 30 February (rules/errors.md#requests-5). */
export function parseInstant(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const match = instantPattern.exec(value);
  if (match === null) return undefined;
  const [, date = "", day = "", time = "", hours = "+00", minutes = "00"] = match;
  // `Date` reads 30 February as 2 March.
  if (new Date(date).getUTCDate() !== Number(day)) return undefined;
  // `Date` reads neither lower case nor a decimal comma, +02 or +0200.
  const instant = new Date(`${date}T${time.replace(",", ".")}${hours}:${minutes}`);
  // Answers promise years of four digits.
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : undefined;
}

export interface Duration {
  months: number;
  days: number;
  ms: number;
}

const durationPattern =
  /^P(?!$)(?:(\d{1,5})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?!$)(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

/** Parses an ISO 8601 duration of whole numbers, such as `P1Y2M` or `PT12H`; undefined for anything else. */
export function parseDuration(text: string): Duration | undefined {
  const match = durationPattern.exec(text);
  if (match === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { months: years * 12 + months, days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/**
 * When something that was last changed at `before` is changed at `now`: always later, since receivers of events keep the state that was
 * changed last, while a change may be written after one that was asked for later.
 */
export function changedAt(before: Date, now: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1);
}

/** Instants as texts that `reviveInstants` can tell from every other text. */
export function markInstants(value: unknown): unknown {
  if (value instanceof Date) return mark + value.toISOString();
  if (typeof value === "string") return value.startsWith(mark) ? mark + value : value;
  return mapInside(value, markInstants);
}

/** Undoes `markInstants`. */
export function reviveInstants(value: unknown): unknown {
  if (typeof value !== "string") return mapInside(value, reviveInstants);
  if (!value.startsWith(mark)) return value;
  const text = value.slice(mark.length);
  return text.startsWith(mark) ? text : new Date(text);
}

function mapInside(value: unknown, map: (value: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(map);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
}
