import { firstCharacters, hasAtMost } from "#lib/characters.ts";
import { ApiError } from "#lib/errors/catalogue.ts";

export type Fields = Readonly<Record<string, unknown>>;

const quotedLength = 60;

export function isJsonObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

export function quote(value: unknown): string {
  if (typeof value === "string") return `"${hasAtMost(quotedLength, value) ? value : `${firstCharacters(quotedLength, value)}…`}"`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** A zipcode without the spaces that people type between its digits. */
export function plainZipcode(text: string): string {
  return /^[\d\s]+$/.test(text) ? text.replaceAll(/\s/g, "") : text.trim();
}

export type SentFields<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** 1010 for an unknown field, so that a misspelt date is not mistaken for an absent one. No body is an empty one. */
export function readFields<Field extends string>(
  body: unknown,
  published: { readonly shape: Readonly<Record<Field, unknown>> },
): SentFields<Field> {
  const sent = body === undefined ? {} : body;
  const accepts = `accepted fields: ${Object.keys(published.shape).join(", ")}`;
  if (!isJsonObject(sent)) throw new ApiError("MALFORMED_REQUEST", `the body must be a JSON object; ${accepts}`);
  const unknownField = Object.keys(sent).find((name) => !Object.hasOwn(published.shape, name));
  if (unknownField !== undefined) {
    throw new ApiError("OPTION_NOT_ALLOWED", `the field ${quote(unknownField)} is not accepted here; ${accepts}`);
  }
  return sent as SentFields<Field>;
}
