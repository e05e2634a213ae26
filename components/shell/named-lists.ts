import { choicesNamed, keyOf } from "#components/kit/filters/choices-named.ts";
import { asQuery } from "#components/kit/filters/list-parsers.ts";
import type { FilterValue } from "#components/kit/filters/list-parsers.ts";
import type { PalettePage } from "#components/shell/palette-groups.ts";
import { listWords } from "#components/shell/palette-words.ts";
import { withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import { typedDay } from "#lib/developer/search/typed-dates.ts";
import { endOfDay, insurerZone, startOfDay } from "#lib/platform/time/calendar.ts";

/** A list with a filter. */
export interface NamedList {
  page: PalettePage;
  choice: string;
  href: string;
}

const maxWords = 8;

/**
 * The lists with a filter that a text names: some of its words are a choice, and all others name the list or say nothing
 * (rules/search.md#palette-2).
 */
export function listsNamed(typed: string, pages: readonly PalettePage[]): NamedList[] {
  const words = typed.split(/\s+/).filter((word) => wordsOf(word).length > 0);
  if (words.length > maxWords) return [];
  const found = pages
    .filter(({ filters = [] }) => filters.length > 0)
    .flatMap((page) => choicesOf(words, page).map((named) => ({ ...named, page })))
    // Deliveries share words such as "cancelled", and are seldom meant by them.
    .toSorted((one, other) => Number(isOfDeliveries(one)) - Number(isOfDeliveries(other)));
  return [...new Map(found.map((list) => [list.href, list])).values()];
}

/** The lists of the day that is typed, in the insurer's zone (rules/search.md#palette-3). */
export function listsOfDay(typed: string, pages: readonly PalettePage[], today: string): NamedList[] {
  const day = typedDay(typed, today);
  if (day === undefined) return [];
  const range = { from: startOfDay(day, insurerZone).toISOString(), to: endOfDay(day, insurerZone).toISOString() };
  return pages
    .filter(({ isOfDays }) => isOfDays)
    .map((page) => ({ page, choice: day, href: `${page.href}?${new URLSearchParams(range)}` }));
}

function isOfDeliveries({ page }: NamedList): boolean {
  return page.href.endsWith("/deliveries");
}

function choicesOf(words: readonly string[], page: PalettePage): Omit<NamedList, "page">[] {
  const own = new Set(wordsOf(`${page.title} ${page.words ?? ""} ${listWords[page.href.split("/").at(-1) ?? ""] ?? ""}`).map(keyOf));
  const isAside = (word: string) => wordsOf(word).every((part) => own.has(keyOf(part))) || withoutFillers(word) === "";
  const filters = (page.filters ?? []).map(({ name, kind, choices }) => ({ name, filter: { kind }, word: { label: name, choices } }));
  return runsOf(words)
    .filter(({ others }) => others.every(isAside))
    .flatMap(({ run }) => choicesNamed(run.join(" "), filters))
    .map(({ choice, change }) => ({
      choice,
      href: `${page.href}?${new URLSearchParams(asQuery(change as Record<string, FilterValue>))}`,
    }));
}

/** Every run of words with the words around it, the longest first. */
function runsOf(words: readonly string[]): { run: string[]; others: string[] }[] {
  return words
    .flatMap((_, start) =>
      words.slice(start).map((_word, place) => {
        const end = start + place + 1;
        return { run: words.slice(start, end), others: [...words.slice(0, start), ...words.slice(end)] };
      }),
    )
    .toSorted((one, other) => other.run.length - one.run.length);
}
