import { erased } from "#lib/developer/erasure/rules/wire.ts";
import { fold } from "#lib/platform/lists/folded.ts";

export interface Named {
  first: string;
  last: string;
}

/** The values that identify a person in texts. */
export interface PersonValues {
  emails: readonly string[];
  phones: readonly string[];
  names: readonly Named[];
}

/** Regular expressions of a folded text, in the syntax that Postgres and JavaScript share. All of a group must match, and one group suffices. */
export type Mentions = readonly (readonly string[])[];

/** The digits that national and international spellings of a phone number have in common. */
const commonDigits = 9;
const leastDigits = 7;

/** The digits by which two spellings of a phone number are compared: `+33 6 12…` is `06 12…`. */
export function phoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, "").slice(-commonDigits);
}

/** Returns patterns that find the person in a text. A first or last name alone is too common. */
export function mentionsOf({ emails, phones, names }: PersonValues): Mentions {
  const words = new Set<string>();
  const add = (text: string) => {
    if (text.trim() !== "" && text !== erased) words.add(text.trim());
  };
  for (const email of emails) {
    add(email);
    add(encodeURIComponent(email));
  }
  const patterns: string[][] = [...words].map((text) => [wordPattern(text)]);
  for (const digits of new Set(phones.map(phoneDigits))) {
    if (digits.length >= leastDigits) patterns.push([`(^|[^0-9])([+]?[0-9]{0,4}[^0-9]?)?${digits.split("").join("[^0-9]?")}($|[^0-9])`]);
  }
  for (const { first, last } of names) {
    const [one, other] = [first.trim(), last.trim()];
    if (one !== "" && other !== "" && one !== erased) patterns.push([wordPattern(one), wordPattern(other)]);
  }
  return patterns;
}

/** Between what is no letter or digit. */
function wordPattern(text: string): string {
  const escaped = fold(text)
    .replaceAll(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`)
    .replaceAll(/ +/g, "[^a-z0-9]+");
  return `(^|[^a-z0-9])${escaped}($|[^a-z0-9])`;
}

/** Erases the texts within a JSON value that are about the person. In a value that names them, a field with one of their names goes too. */
export function redact(value: unknown, mentions: Mentions): unknown {
  const whole = fold(JSON.stringify(value) ?? "");
  const telling = mentions.filter((group) => group.every((pattern) => new RegExp(pattern).test(whole))).flat();
  return telling.length === 0
    ? value
    : redactTexts(
        value,
        telling.map((pattern) => new RegExp(pattern)),
      );
}

function redactTexts(value: unknown, telling: readonly RegExp[]): unknown {
  if (typeof value === "string") return telling.some((pattern) => pattern.test(fold(value))) ? erased : value;
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, telling));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactTexts(one, telling)]));
}

/** Names of documents, which handlers and partners choose. */
const writtenFields = new Set(["type", "title"]);

/** Erases free texts in the details of an audit entry. Identifiers, codes, amounts and instants have no spaces. */
export function eraseWritten(value: unknown, field = ""): unknown {
  if (typeof value === "string") return /\s/.test(value.trim()) || writtenFields.has(field) ? erased : value;
  if (Array.isArray(value)) return value.map((one) => eraseWritten(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eraseWritten(one, name)]));
}
