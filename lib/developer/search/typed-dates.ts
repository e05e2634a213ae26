import { withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import { isAmongMonths } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** A month that somebody types, as they write it, and the rest of a statement's number if they type that. */
export interface TypedMonth {
  month: Month;
  title: string;
  hash?: string;
}

/** Words that people put before a month when they look for its statement. */
const statementWords = new Set(wordsOf("statement statements invoice invoices bill releve releves facture factures"));
const shortestName = 3;
/** How many days ago a word means. */
const namedDays: Record<string, number> = { today: 0, "aujourd hui": 0, aujourdhui: 0, yesterday: 1, hier: 1 };
const dayMs = 86_400_000;
/** 29 February comes at least every eight years. */
const yearsBack = 8;

const formatOf = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
const monthNames = languages.map((language) => {
  const format = formatOf(language, { month: "long" });
  return { language, names: Array.from({ length: 12 }, (_none, index) => wordsOf(format.format(Date.UTC(2000, index)))[0] ?? "") };
});

/** The number of a month that is named in either language, or cut short as far as it stays clear, with the language; undefined if none is. */
function monthNamed(name: string): { number: string; language: Language; isWhole: boolean } | undefined {
  if (name.length < shortestName) return undefined;
  const fitting = monthNames.flatMap(({ language, names }) =>
    names.flatMap((full, index) => {
      return full.startsWith(name) ? [{ number: String(index + 1).padStart(2, "0"), language, isWhole: full === name }] : [];
    }),
  );
  const [first] = fitting;
  return fitting.every(({ number }) => number === first?.number) ? (fitting.find(({ isWhole }) => isWhole) ?? first) : undefined;
}

/**
 * The month in "october 2026", "relevé d'octobre 2026", "2026-10", "10/2026" or a statement's number; undefined where none is typed.
 * A month without a year is the last one so called, up to `newest`. Its name can be shortened to three letters where a year follows.
 */
export function typedMonth(typed: string, newest: Month): TypedMonth | undefined {
  const words = wordsOf(withoutFillers(typed)).filter((word) => !statementWords.has(word));
  const year = words.find((word) => /^\d{4}$/.test(word));
  const [name = "", hash, ...more] = words.filter((word) => word !== year);
  if (more.length > 0) return undefined;
  if (/^\d{1,2}$/.test(name) && year !== undefined) {
    const month = `${year}-${name.padStart(2, "0")}`;
    if (!isAmongMonths(month, "0000-01", "9999-12")) return undefined;
    if (hash === undefined) return { month, title: month };
    return words[0] === year && /^[0-9a-f]{8}$/.test(hash) ? { month, title: `${month}-${hash.toUpperCase()}`, hash } : undefined;
  }
  const named = hash === undefined ? monthNamed(name) : undefined;
  if (named === undefined || (year === undefined && !named.isWhole)) return undefined;
  const newestYear = Number(newest.slice(0, 4));
  const month = `${year ?? (newest.slice(-2) >= named.number ? newestYear : newestYear - 1)}-${named.number}`;
  return { month, title: formatOf(named.language, { month: "long", year: "numeric" }).format(new Date(`${month}-01T00:00:00Z`)) };
}

/**
 * The day in "2026-11-12", "12/11/2026", "12 november" or "hier", such as `2026-11-12`; undefined where none is typed. Numbers are read day
 * first. A date without a year is the last such day up to `today`, also such as `2026-11-12` (rules/search.md#palette-3).
 */
export function typedDay(typed: string, today: string): string | undefined {
  const words = wordsOf(withoutFillers(typed));
  const ago = namedDays[words.join(" ")];
  if (ago !== undefined) return new Date(Date.parse(today) - ago * dayMs).toISOString().slice(0, today.length);
  const [first = "", second = "", third = "", ...more] = words;
  if (more.length > 0) return undefined;
  if (/^\d{4}$/.test(first)) return dateFrom(first, second, third);
  const [name, number] = /^\p{L}/u.test(first) ? [first, second] : [second, first];
  if (third !== "") return dateFrom(third, name, number);
  // Two numbers are a date only with a slash: a marking may be "12-11".
  if (/^\d/.test(name) && !typed.includes("/")) return undefined;
  const newest = Number(today.slice(0, 4));
  const days = Array.from({ length: yearsBack + 1 }, (_none, back) => dateFrom(String(newest - back), name, number));
  return days.find((day) => day !== undefined && day <= today);
}

function dateFrom(year: string, month: string, number: string): string | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(number) ?? [];
  const date = `${year}-${/^\d{1,2}$/.test(month) ? month.padStart(2, "0") : monthNamed(month)?.number}-${day?.padStart(2, "0")}`;
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return undefined;
  // `Date` reads 30 February as 2 March.
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}
