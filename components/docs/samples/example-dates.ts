import { parseInstant } from "#lib/platform/time/dates.ts";
import type { Example } from "#lib/platform/wire/endpoint.ts";

const day = 86_400_000;

/** The day for which the reference's examples are written. */
const exampleDay = Date.parse("2027-01-01T00:00:00Z");

/** Moves the dates of an example by whole days, so that its first day is tomorrow by the clock that says `now`. */
export function shiftExampleToToday(example: Example, now: Date): Example {
  const moved = (Math.ceil((now.getTime() - exampleDay) / day) + 1) * day;
  const text = JSON.stringify(example).replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) => {
    const instant = parseInstant(JSON.parse(token));
    return instant === undefined ? token : JSON.stringify(new Date(instant.getTime() + moved).toISOString());
  });
  return JSON.parse(text) as Example;
}
