import { withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import { monthNames, shortestName } from "#lib/developer/search/typed-month.ts";

/** How many days ago a word means. */
const namedDays: Record<string, number> = { today: 0, "aujourd hui": 0, aujourdhui: 0, yesterday: 1, hier: 1 };
const dayMs = 86_400_000;
/** 29 February comes at least every eight years. */
const yearsBack = 8;

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
  return Array.from({ length: yearsBack + 1 }, (_none, back) => dateFrom(String(newest - back), name, number)).find(
    (day) => day !== undefined && day <= today,
  );
}

function dateFrom(year: string, month: string, number: string): string | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(number) ?? [];
  const date = `${year}-${monthNumberOf(month)}-${day?.padStart(2, "0")}`;
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return undefined;
  // `Date` reads 30 February as 2 March.
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}

/** The number of a month, which may be named in either language, and cut short as far as it stays clear. */
function monthNumberOf(month: string): string {
  if (/^\d{1,2}$/.test(month)) return month.padStart(2, "0");
  if (month.length < shortestName) return "";
  const fitting = new Set(monthNames.flatMap(({ names }) => names.flatMap((name, index) => (name.startsWith(month) ? [index + 1] : []))));
  return fitting.size === 1 ? String([...fitting][0]).padStart(2, "0") : "";
}
