import { withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import { monthPattern } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import { languages } from "#lib/platform/i18n/locales.ts";

/** A month that somebody types, as they write it, and the rest of a statement's number if they type that. */
export interface TypedMonth {
  month: Month;
  title: string;
  hash?: string;
}

/** Words that people put before a month when they look for its statement. */
const statementWords = new Set(wordsOf("statement statements invoice invoices bill releve releves facture factures"));
export const shortestName = 3;

/** The months of a year in each language, by the words that `wordsOf` makes of them. */
export const monthNames = languages.map((language) => {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return { language, names: Array.from({ length: 12 }, (_none, index) => wordsOf(format.format(Date.UTC(2000, index)))[0] ?? "") };
});

/**
 * The month in "october 2026", "relevé d'octobre 2026", "2026-10", "10/2026" or a statement's number; undefined where none is typed.
 * A month without a year is the last one so called, up to `newest`. Its name can be shortened to three letters where a year follows.
 */
export function typedMonth(typed: string, newest: Month): TypedMonth | undefined {
  const words = wordsOf(withoutFillers(typed)).filter((word) => !statementWords.has(word));
  const [first = "", second = "", hash, ...more] = words;
  if (more.length > 0) return undefined;
  const numeric = monthFrom(first, second) ?? (hash === undefined ? monthFrom(second, first) : undefined);
  if (numeric !== undefined) {
    if (hash === undefined) return { month: numeric, title: numeric };
    return /^[0-9a-f]{8}$/.test(hash) ? { month: numeric, title: `${numeric}-${hash.toUpperCase()}`, hash } : undefined;
  }
  if (hash !== undefined) return undefined;
  const [name, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second];
  return monthNamed(name, year, newest);
}

function monthFrom(year: string, month: string): Month | undefined {
  const text = `${year}-${month.padStart(2, "0")}`;
  return monthPattern.test(text) ? text : undefined;
}

function monthNamed(name: string, year: string, newest: Month): TypedMonth | undefined {
  if (name.length < shortestName || !/^(?:\d{4})?$/.test(year)) return undefined;
  for (const { language, names } of monthNames) {
    const fitting = names.flatMap((full, index) => ((year === "" ? full === name : full.startsWith(name)) ? [index] : []));
    const [index] = fitting;
    if (index === undefined || fitting.length > 1) continue;
    const number = String(index + 1).padStart(2, "0");
    const newestYear = Number(newest.slice(0, 4));
    const given = year === "" ? String(newest.slice(-2) >= number ? newestYear : newestYear - 1) : year;
    const format = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
    return { month: `${given}-${number}`, title: format.format(new Date(`${given}-${number}-01T00:00:00Z`)) };
  }
  return undefined;
}
