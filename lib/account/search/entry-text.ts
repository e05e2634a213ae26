import { searchFields as fields } from "#lib/account/search/schema.ts";
import type { FieldKey, SearchFieldName } from "#lib/account/search/schema.ts";
import { foldText, shortestContained } from "#lib/platform/text/fold.ts";

/** A text of a thing as it is stored. */
export type Value = readonly [field: FieldKey, text: string | null | undefined];

const own: Partial<Record<FieldKey, SearchFieldName>> = { ownName: "name", ownCompany: "company", ownTitle: "title" };
/** A short text finds what equals it in these (rules/search.md#find-4). */
const whole: readonly FieldKey[] = ["id", "uid", "marking", "internalId"];
/** People look for names in these, and they spell them right. */
const spelled: readonly FieldKey[] = [
  ...(["ownName", "ownCompany", "ownTitle", "name", "company", "userName", "title", "product", "renter", "city"] as const),
];
/** Begins the lines of a field: folded texts have no capitals. */
const letterOf = (field: FieldKey) => String.fromCodePoint(65 + fields.indexOf(field));
/** Begins the last line, which has the single words of the names. */
const spelledLetter = "Z";
/** Ends the names of the thing itself, which stand first. */
const endOfOwn = "-";
/** More trigrams of a typed text are not looked up: the text itself is compared then. */
const mostLookedUp = 12;

/** The text of an entry, and the trigrams by which it is looked up: of all values, and short ones that can be found as a whole. Long texts are cut. */
export function writeText(values: readonly Value[]): { text: string; trigrams: number[] } {
  const lines = new Map(
    values.map(([field, text]) => {
      const value = foldText((text ?? "").slice(0, 300));
      return [letterOf(field) + value, { field, value }];
    }),
  );
  const filled = [...lines].filter(([, { value }]) => value !== "");
  const ofOwn = (isOwn: boolean) => filled.filter(([, { field }]) => field in own === isOwn).map(([line]) => line);
  const names = values.flatMap(([field, text]) => (spelled.includes(field) ? (text ?? "").split(/[^\p{L}\p{N}\p{M}]+/u) : []));
  const words = new Set(names.map(foldText).filter((word) => word !== ""));
  const trigrams = filled.flatMap(([, { field, value }]) => {
    if (value.length < shortestContained) return whole.includes(field) ? [wholeHash(value)] : [];
    return Array.from({ length: value.length - 2 }, (_none, place) => hashOf(value.slice(place, place + 3)));
  });
  return {
    text: `\n${[...ofOwn(true), endOfOwn, ...ofOwn(false), `${spelledLetter}${[...words].join(" ")}`].join("\n")}\n`,
    trigrams: [...new Set(trigrams)],
  };
}

/** The trigrams by which typed words are looked up: side by side from the end, since the ends of identifiers are random. */
export function trigramsFor(words: readonly string[]): number[] {
  const long = words.filter((word) => word.length >= shortestContained);
  if (long.length === 0) return words.map(wholeHash);
  const most = Math.max(1, Math.floor(mostLookedUp / long.length));
  const of = (word: string) => {
    const ends = Array.from({ length: Math.ceil(word.length / 3) }, (_none, place) => Math.max(3, word.length - 3 * place));
    return ends.slice(0, most).map((end) => hashOf(word.slice(end - 3, end)));
  };
  return [...new Set(long.slice(0, mostLookedUp).flatMap(of))];
}

/** A number for three letters. */
function hashOf(letters: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < letters.length; place += 1) {
    hash = Math.imul(hash ^ letters.charCodeAt(place), 0xcc9e2d51);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, 0x1b873593) | 0;
}

/** A number for a whole short value. */
function wholeHash(value: string): number {
  return hashOf(`=${value}`);
}

/** The lines of entries that a short text finds. */
export function wholeLines(word: string): string[] {
  return whole.map((field) => `\n${letterOf(field)}${word}\n`);
}

/** The SQL of the part of an entry's text with the names of the thing itself. */
export const ownPart = (text: string): string => `split_part(${text}, chr(10) || '${endOfOwn}', 1)`;

/** The field that contains the longest of the words. */
export function fieldWith(text: string, words: readonly string[]): SearchFieldName | null {
  const [longest = ""] = words.toSorted((one, other) => other.length - one.length);
  const line = text.split("\n").find((one) => one.slice(1).includes(longest));
  const field = fields[(line?.charCodeAt(0) ?? 0) - 65];
  return field === undefined ? null : (own[field] ?? (field as SearchFieldName));
}

/** The words of an entry's names, as they are spelled there. */
export function spelledWords(text: string): string[] {
  return text.slice(text.lastIndexOf(`\n${spelledLetter}`) + 2, -1).split(" ");
}
