import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { firstCharacters, hasAtMost, isBlank, visibleText } from "#lib/platform/text/characters.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";

export type Fields = Readonly<Record<string, unknown>>;

const quotedLength = 60;

export function isJsonObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && isBlank(value));
}

export function quote(value: unknown): string {
  if (typeof value === "string") return `"${hasAtMost(quotedLength, value) ? value : `${firstCharacters(quotedLength, value)}…`}"`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** True for a number that is stored as it was sent: finite, and no integer beyond 2^53. */
export function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** A zipcode without the spaces that people type between its digits. */
export function plainZipcode(typed: string): string {
  const text = visibleText(typed);
  return /^[\d\s]+$/.test(text) ? text.replaceAll(/\s/g, "") : text;
}

export type SentFields<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** 1010 for an unknown field, so that a misspelt date is not mistaken for an absent one. No body is an empty one. */
export function readFields<Field extends string>(
  body: unknown,
  published: { readonly shape: Readonly<Record<Field, unknown>> },
): SentFields<Field> {
  const payload = body === undefined ? {} : body;
  const accepted = Object.keys(published.shape);
  if (!isJsonObject(payload)) {
    throw new ApiError("MALFORMED_REQUEST", `the body must be a JSON object; accepted fields: ${accepted.join(", ")}`);
  }
  assertFieldsKnown(payload, accepted, "");
  return payload as SentFields<Field>;
}

/** 1010 for a field of the object at a path ("" for the body) that is not accepted there. */
export function assertFieldsKnown(fields: Fields, accepted: readonly string[], at: string): void {
  const name = Object.keys(fields).find((each) => !accepted.includes(each));
  if (name !== undefined) throw unknownName("OPTION_NOT_ALLOWED", { kind: "field", at, name }, accepted);
}
