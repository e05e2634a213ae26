import { firstCharacters, hasAtMost } from "#lib/characters.ts";

/** An object of a request, before anything is known of it. */
export type Fields = Readonly<Record<string, unknown>>;

const quotedLength = 60;

/** True for what JSON calls an object. */
export function isJsonObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a field that says nothing: absent, null or a blank text. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** A sent value as a message may show it, however long or odd it is. */
export function quote(value: unknown): string {
  if (typeof value === "string") return `"${hasAtMost(quotedLength, value) ? value : `${firstCharacters(quotedLength, value)}…`}"`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
