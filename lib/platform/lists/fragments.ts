import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** Shorter texts are no fragments, since an index of trigrams cannot find them (rules/search.md#find-1). */
const minFragmentLength = 3;
/** Without the 0 or the code of the country. */
const minPhoneDigits = 5;

const replaced: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d" };
const marks = /[\u0300-\u036F]/g;
const punctuation = /[\s!-/:-@[-`{-~’‘‐–—«»“”•·°]/g;

/** A text as searches compare it: no case, accents, spaces or punctuation. The function `search_text` of the database does the same. */
export function foldText(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(marks, "").toLowerCase();
  return plain.replaceAll(punctuation, "").replaceAll(/[œæßøłđ]/g, (letter) => replaced[letter] ?? letter);
}

/**
 * The words of a typed text, of which a row must contain each. Words that are all too short count as one. Empty if there are fewer than
 * three letters and digits.
 */
export function fragmentsOf(typed: string): string[] {
  const phoneNumber = nationalNumberOf(typed);
  if (phoneNumber !== undefined) return [phoneNumber];
  const words = typed.split(/\s+/).map(foldText);
  const whole = words.join("");
  if (whole.length < minFragmentLength) return [];
  return words.some((word) => word.length >= minFragmentLength) ? words.filter((word) => word !== "") : [whole];
}

/** The digits that every spelling of a French telephone number ends in (rules/search.md#find-11); undefined for other texts. */
function nationalNumberOf(typed: string): string | undefined {
  const text = typed.trim();
  if (!/^(?:(?:00|\+)33|0[1-9])[\d\s.()-]*$/.test(text)) return undefined;
  const digits = foldText(text.replace(/^(?:00|\+)33\s*\(?0?\)?|^0/, ""));
  return digits.length < minPhoneDigits ? undefined : digits;
}

/** The last letters of a whole identifier, which are random, and few enough for an index to look up. */
const tailLength = 10;
const identifier = /^[a-z]*?[0-9a-hjkmnp-tv-z]{26}$/;

/** True if a text, which is SQL as `search_text` returns it, contains every fragment. */
export function containsAll(text: string, fragments: readonly string[]): SQL {
  if (fragments.length === 0) return sql`false`;
  const has = (fragment: string) => sql`${sql.raw(text)} like ${`%${fragment}%`}`;
  return sql`(${sql.join(
    fragments.map((fragment) =>
      identifier.test(fragment) ? sql`${has(fragment.slice(-tailLength))} and strpos(${sql.raw(text)}, ${fragment}) > 0` : has(fragment),
    ),
    sql` and `,
  )})`;
}
