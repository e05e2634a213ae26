import { z } from "zod";
import { hasAtMost } from "#lib/characters.ts";
import { parseInstant } from "#lib/dates.ts";

const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: "date-time", description: "ISO 8601, UTC, milliseconds.", examples: ["2027-01-31T09:00:00.000Z"] });

/** An instant in an answer: ISO 8601, UTC, milliseconds (resolutions.md § 2). */
export const wireInstant = instant.meta({ id: "Date" });

/** An instant in an answer, or null where there is none yet; not by reference, as many generators cannot say "or null" of one. */
export const wireInstantOrNull = instant.nullable();

/** An instant in a request, as it is published; what does not parse is answered by the rule that reads it. */
export const sentInstant = (description: string, example: string) =>
  z.string().meta({ format: "date-time", description, examples: [example] });

/** A text of at most so many characters, counted as the rules do; zod by itself counts an emoji as two. */
export const textUpTo = (longest: number) =>
  z
    .string()
    .refine((text) => hasAtMost(longest, text), `must be a text of at most ${longest} characters`)
    .meta({ maxLength: longest });

/** A yes or no in a query: `true`/`false`, or `1`/`0`. */
export const queryBoolean = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], error: "must be true or false" });

/** An instant in a query: ISO 8601 with an offset. */
export const queryInstant = z.string().transform((text, { issues }) => {
  const parsed = parseInstant(text);
  if (parsed !== undefined) return parsed;
  issues.push({ code: "custom", message: "must be an ISO 8601 instant with an offset", input: text });
  return z.NEVER;
});

/** An identifier in an address. */
export const identifier = z.string().min(1).max(128);
