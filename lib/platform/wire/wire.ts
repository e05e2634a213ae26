import { z } from "zod";
import { firstCharacters, hasAtMost } from "#lib/platform/text/characters.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";

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

/** The notation of paths to fields: `products[0].data.product_marked` (rules/errors.md#requests-8). */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

/** The first error of a request: its field, "" for the whole request, and the words that follow the field. */
export function firstError({ issues: [issue] }: z.ZodError): { field: string; error: string } {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = firstCharacters(100, fieldPath([...(issue?.path ?? []), ...unknown]));
  return { field, error: unknown.length > 0 ? "is not a field of this request" : (issue?.message ?? "is invalid") };
}

/** The first error of a request, after its field's name; `whole` names a request that is invalid as a whole. */
export function describeError(error: z.ZodError, whole: string): string {
  const { field, error: fault } = firstError(error);
  return `${field === "" ? whole : field}: ${fault}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** Words for the issues of schemas that have none of their own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
  if (issue.code === "too_small" || issue.code === "too_big") return describeSize(issue);
  if (issue.code !== "invalid_type") return undefined;
  const type = typeNames[issue.expected] ?? issue.expected;
  return issue.input === undefined ? `is missing: send ${type}` : `must be ${type}`;
}

const units: Readonly<Record<string, string>> = { string: "characters", array: "entries", set: "entries", object: "fields" };
const bounds = {
  too_small: { count: "at least", value: "or more", exclusive: "more than" },
  too_big: { count: "at most", value: "or less", exclusive: "less than" },
};

function describeSize(issue: Extract<z.core.$ZodRawIssue, { code: "too_small" | "too_big" }>): string {
  const { count, value, exclusive } = bounds[issue.code];
  const limit = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const unit = units[issue.origin];
  if (unit === undefined) return issue.inclusive === false ? `must be ${exclusive} ${limit}` : `must be ${limit} ${value}`;
  return issue.code === "too_small" && limit === 1 ? "must not be empty" : `must have ${count} ${limit} ${unit}`;
}

/** The first name that an object schema does not know, in the value or in what it holds; loose objects and records know every name. */
export function findUnknownName(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): { at: string; name: string; known: string[] } | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findUnknownName(schema.unwrap() as z.ZodType, value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return firstOf(value, (item, index) => findUnknownName(schema.element as z.ZodType, item, [...path, index]));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const shape = schema.shape as Record<string, z.ZodType>;
  const isLoose = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  return firstOf(Object.entries(value), ([name, held]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known !== undefined) return findUnknownName(known, held, [...path, name]);
    return isLoose ? undefined : { at: fieldPath(path), name, known: Object.keys(shape) };
  });
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item, index: number) => Result | undefined): Result | undefined {
  for (const [index, item] of items.entries()) {
    const result = find(item, index);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Names a model that a field may lack. The field is nullable and not the model: generators ignore the null of a schema that they refer to. */
export const orNull = <Model extends z.ZodObject>(model: Model, meta: { id: string; description: string }) =>
  model.meta(meta).nullable().meta({ description: meta.description });
