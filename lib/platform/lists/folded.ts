import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { foldLetters } from "#lib/platform/text/fold.ts";

/** Hyphens, apostrophes and the spaces of typography: people type any of them, or a space. */
const separators = "-‐‑–'’`\u00A0\u202F";
/** Accents that are characters of their own, as some systems send them. */
const marks = "\u0300\u0301\u0302\u0303\u0308\u0327";
/** Latin, Greek and Cyrillic letters. A database with the locale C does not know the lower case of any. */
const letters = [
  [0xc0, 0x17f],
  [0x386, 0x3ce],
  [0x400, 0x45f],
].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_none, place) => String.fromCodePoint(first + place)));

const isJoined = (letter: string) => /^[a-z]{2}$/.test(foldLetters(letter));
/** Letters that are written as two instead. */
const joined = letters.filter((letter) => isJoined(letter) && letter === letter.toLowerCase());
const table = new Map(
  letters.concat(Array.from(marks), Array.from(separators)).map((letter) => {
    return [letter, separators.includes(letter) ? " " : isJoined(letter) ? letter.toLowerCase() : foldLetters(letter)];
  }),
);
// `translate` drops characters without a counterpart, which are the last.
const translated = [...table]
  .filter(([letter, plain]) => plain.length < 2 && plain !== letter)
  .toSorted(([, one], [, other]) => other.length - one.length);
const from = quote(translated.map(([letter]) => letter).join(""));
const to = quote(translated.map(([, plain]) => plain).join(""));

/** The SQL of a text as searches compare it: lower case, no accents, a space for hyphens and apostrophes. `text` is SQL. */
export function folded(text: string): string {
  const plain = `translate(lower(${text}), ${from}, ${to})`;
  return joined.reduce((known, letter) => `replace(${known}, ${quote(letter)}, ${quote(foldLetters(letter))})`, plain);
}

/** A text as `folded` has it. */
export function fold(text: string): string {
  const plain = Array.from(text.toLowerCase(), (letter) => table.get(letter) ?? letter).join("");
  return joined.reduce((known, letter) => known.replaceAll(letter, foldLetters(letter)), plain);
}

/** True if one of the texts, which are SQL, contains what was typed, however it is accented, hyphenated or capitalised. */
export function containsTyped(texts: readonly string[], typed: string): SQL {
  // Once, not for every row.
  const wanted = sql`(select ${sql.raw(folded("wanted.typed"))} from (select ${typed}::text as typed) wanted)`;
  return sql`(${sql.join(
    texts.map((text) => sql`strpos(${sql.raw(folded(text))}, ${wanted}) > 0`),
    sql` or `,
  )})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function patternBeginningWith(text: string): string {
  return `${escapePattern(text)}%`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
