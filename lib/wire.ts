import { z } from "zod";
import { firstCharacters, hasAtMost } from "#lib/characters.ts";
import { parseInstant } from "#lib/time/dates.ts";

const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: "date-time", description: "ISO 8601, UTC, milliseconds.", examples: ["2027-01-31T09:00:00.000Z"] });

/** ISO 8601, UTC, milliseconds (rules/errors.md#requests-5). */
export const wireInstant = instant.meta({ id: "Date" });

export const wireInstantOrNull = instant.nullable();

/** Only published: the rule that reads it refuses invalid texts. */
export const sentInstant = (description: string, example: string) =>
  z.string().meta({ format: "date-time", description, examples: [example] });

/** Counts characters as the rules do; zod alone counts an emoji as two. */
export const textUpTo = (longest: number) =>
  z
    .string()
    .refine((text) => hasAtMost(longest, text), `must be a text of at most ${longest} characters`)
    .meta({ maxLength: longest });

/** `true`/`false`, or `1`/`0`. */
export const queryBoolean = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], error: "must be true or false" });

export const queryInstant = z.string().transform((text, { issues }) => {
  const parsed = parseInstant(text);
  if (parsed !== undefined) return parsed;
  issues.push({ code: "custom", message: "must be an ISO 8601 instant with an offset", input: text });
  return z.NEVER;
});

/** The years that Postgres reads as they are written, those of four digits. */
const years = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")] as const;

/** An instant that a page sends back as it was given. */
export const givenInstant = z.coerce.date<Date | string>().min(years[0]).max(years[1]);

export const identifier = z.string().min(1).max(128);

/** An answer without its optional fields that are null. All fields have to be given, so that the compiler sees one that is forgotten. */
export function withoutNulls<Wire extends object>(fields: { [Name in keyof Required<Wire>]: NonNullable<Wire[Name]> | null }): Wire {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Wire;
}

/** The first fault of a request, after its field's name; `whole` names a request that is at fault as a whole. */
export function describeFault({ issues: [issue] }: z.ZodError, whole: string): string {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].join(".");
  const message = unknown.length > 0 ? "is not a field of this request" : (issue?.message ?? "is invalid");
  return `${firstCharacters(100, field === "" ? whole : field)}: ${message}`;
}

/** Names a model that a field may lack. The field is nullable and not the model: generators ignore the null of a schema that they refer to. */
export const orNull = <Model extends z.ZodObject>(model: Model, meta: { id: string; description: string }) =>
  model.meta(meta).nullable().meta({ description: meta.description });
