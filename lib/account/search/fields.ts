import { foldText } from "#lib/platform/text/fold.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

interface Field {
  letter: string;
  name: SearchFieldName;
  /** True for a name of the thing itself, whose entries go first (rules/search.md#find-8). */
  isOwn?: true;
  /** True for what a short text finds if it equals it (rules/search.md#find-4). */
  isWhole?: true;
}

/** The fields of entries. Folded texts have no capitals, so that their letters are found by nothing that is typed. */
const fields = {
  ownName: { letter: "A", name: "name", isOwn: true },
  ownCompany: { letter: "B", name: "company", isOwn: true },
  ownTitle: { letter: "C", name: "title", isOwn: true },
  number: { letter: "D", name: "number" },
  id: { letter: "E", name: "id", isWhole: true },
  uid: { letter: "F", name: "uid", isWhole: true },
  marking: { letter: "G", name: "marking", isWhole: true },
  internalId: { letter: "H", name: "internalId", isWhole: true },
  name: { letter: "I", name: "name" },
  company: { letter: "J", name: "company" },
  email: { letter: "K", name: "email" },
  phone: { letter: "L", name: "phone" },
  userName: { letter: "M", name: "userName" },
  title: { letter: "N", name: "title" },
  product: { letter: "O", name: "product" },
  renter: { letter: "P", name: "renter" },
  city: { letter: "Q", name: "city" },
  path: { letter: "R", name: "path" },
  idempotencyKey: { letter: "S", name: "idempotencyKey" },
  body: { letter: "T", name: "body" },
} as const satisfies Record<string, Field>;

export type FieldKey = keyof typeof fields;

/** A field of a thing with its text as it is stored. */
export type Value = readonly [field: FieldKey, text: string | null | undefined];

const fieldOf = (key: FieldKey): Field => fields[key];
const nameOf = new Map<string, SearchFieldName>(Object.values(fields).map(({ letter, name }) => [letter, name]));

/** The fields in which people look for names, and that spell them right. */
const isSpelled: ReadonlySet<SearchFieldName> = new Set(["name", "company", "userName", "title", "product", "renter", "city"]);
/** Begins the line with the single words of these fields, the last one. */
const spelledLetter = "Z";

/** Ends the names of the thing itself, which stand first. */
const endOfOwn = "-";

/** The text of an entry, and what is looked up of it. Long texts are cut. */
export function writeText(values: readonly Value[]): { text: string; values: string[]; names: string[] } {
  const folded = values.map(([key, text]) => ({ ...fieldOf(key), value: foldText((text ?? "").slice(0, 300)) }));
  const distinct = [...new Map(folded.filter(({ value }) => value !== "").map((one) => [`${one.letter}${one.value}`, one])).values()];
  const lines = (isOwn: boolean) => distinct.filter((one) => (one.isOwn === true) === isOwn).map(({ letter, value }) => letter + value);
  const spelled = values.flatMap(([key, text]) => (isSpelled.has(fieldOf(key).name) ? (text ?? "").split(/[^\p{L}\p{N}\p{M}]+/u) : []));
  const words = new Set(spelled.map(foldText).filter((word) => word !== ""));
  return {
    text: `\n${[...lines(true), endOfOwn, ...lines(false), `${spelledLetter}${[...words].join(" ")}`].join("\n")}\n`,
    values: distinct.map(({ value }) => value),
    names: distinct.filter(({ isWhole }) => isWhole === true).map(({ value }) => value),
  };
}

/** A line of an entry that a short text finds, for each field that can be found so. */
export function wholeLines(word: string): string[] {
  return Object.values(fields).flatMap((field: Field) => (field.isWhole === true ? [`\n${field.letter}${word}\n`] : []));
}

/** The SQL of the part of an entry's text with the names of the thing itself. */
export const ownPart = (text: string): string => `split_part(${text}, chr(10) || '${endOfOwn}', 1)`;

/** The name of the field that contains the longest of the words. */
export function fieldWith(text: string, words: readonly string[]): SearchFieldName | null {
  const [longest = ""] = words.toSorted((one, other) => other.length - one.length);
  const line = text.split("\n").find((one) => one.slice(1).includes(longest));
  return nameOf.get(line?.slice(0, 1) ?? "") ?? null;
}

/** The words of an entry's names, as they are spelled there. */
export function spelledWords(text: string): string[] {
  return text.slice(text.lastIndexOf(`\n${spelledLetter}`) + 2, -1).split(" ");
}
