import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** Letters with the accents of French and its neighbours, by the letter that people type instead. */
const accented: Record<string, string> = {
  a: "àáâãäå",
  c: "çćč",
  d: "đ",
  e: "èéêëęě",
  i: "ìíîïı",
  l: "ł",
  n: "ñńň",
  o: "òóôõöø",
  s: "šśş",
  u: "ùúûü",
  y: "ýÿ",
  z: "žźż",
};
const joined: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", þ: "th" };
/** Hyphens, apostrophes and the spaces of typography: people type any of them, or a space. */
const separators = "-‐‑–'’`\u00A0\u202F";
/** Accents that are characters of their own, as some systems send them. */
const marks = "\u0300\u0301\u0302\u0303\u0308\u0327";

const letters = Object.entries(accented).flatMap(([plain, all]) => Array.from(all, (letter) => [letter, plain] as const));
/** The small letters of Greek and Cyrillic, and those that are written with a mark. */
const others = Array.from(
  "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώабвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґђјљњћџ",
  (letter) => [letter, letter] as const,
);
// A database with the locale C does not know the lower case of these.
const capitals = [...letters, ...others, ...Object.keys(joined).map((letter) => [letter, letter] as const)]
  .map(([letter, plain]) => [letter.toUpperCase(), plain] as const)
  .filter(([capital]) => capital.length === 1);
const table = [...letters, ...capitals, ...Array.from(separators, (separator) => [separator, " "] as const)];
// `translate` drops characters without a counterpart.
const from = quote(`${table.map(([letter]) => letter).join("")}${marks}`);
const to = quote(table.map(([, plain]) => plain).join(""));

/** The SQL of a text as searches compare it: lower case, no accents, a space for hyphens and apostrophes. `text` is SQL. */
export function folded(text: string): string {
  const plain = `translate(lower(${text}), ${from}, ${to})`;
  return Object.entries(joined).reduce((known, [letter, both]) => `replace(${known}, ${quote(letter)}, ${quote(both)})`, plain);
}

const plainLetters = new Map(table.map(([letter, plain]) => [letter, plain]));

/** A text as `folded` has it. */
export function fold(text: string): string {
  const plain = Array.from(text.toLowerCase(), (letter) => (marks.includes(letter) ? "" : (plainLetters.get(letter) ?? letter))).join("");
  return Object.entries(joined).reduce((known, [letter, both]) => known.replaceAll(letter, both), plain);
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
