import { findOrCorrect } from "#lib/account/search/correct.ts";
import { describe } from "#lib/account/search/describe.ts";
import type { Described, ThingKind } from "#lib/account/search/describe.ts";
import { fieldWith } from "#lib/account/search/fields.ts";
import type { Entry, EntryKind, SearchScope } from "#lib/account/search/find.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

export interface FoundThing extends Described {
  /** The field that contains the text. */
  field: SearchFieldName | null;
  /** True for the last of a kind of which there are more. */
  hasMore?: true;
}

/** Among so many of the newest entries of a kind, those by their own name go first (rules/search.md#find-8). */
const mostCompared = 500;
/** So many of them are read, of which the first are shown. */
const mostRead = 40;

/** The first things of each kind that contain the typed text, or what it is a misspelling of, and all entries that were read. */
export async function findThings(
  kinds: readonly EntryKind[],
  typed: string,
  scope: SearchScope,
  shown: number,
): Promise<{ things: FoundThing[]; entries: Entry[] }> {
  if (foldText(typed).length < shortestContained) return { things: [], entries: [] };
  const first = Math.max(mostRead, 2 * shown);
  const { typed: meant, found: entries } = await findOrCorrect({ kinds, typed, scope, most: mostCompared, first });
  const words = wordsTyped(meant);
  const described = new Map((await describe(entries)).map((one) => [`${one.kind} ${one.id}`, one]));
  const ofKinds = Map.groupBy(entries, ({ kind }) => kind);
  const things = [...ofKinds].flatMap(([kind, found]) => {
    if (kind === "calls") return [];
    const listed = found.flatMap((entry) => {
      const thing = described.get(`${kind satisfies ThingKind} ${entry.id}`);
      return thing === undefined ? [] : [{ ...thing, entry }];
    });
    const places = new Map(listed.map((one) => [one, placeOf(one, meant)]));
    const sorted = listed.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
    return sorted.slice(0, shown).map(({ entry, ...thing }, place) => ({
      ...thing,
      field: fieldWith(entry.text, words),
      ...(place === shown - 1 && sorted.length > shown && { hasMore: true as const }),
    }));
  });
  return { things, entries };
}

/** The thing whose title is the text goes first, then those whose own name contains it; whole words go before parts of words. */
function placeOf({ title, hint, entry }: Described & { entry: Entry }, typed: string): number {
  if (foldText(title) === foldText(typed)) return 0;
  return 1 + (entry.isOwn ? 0 : 2) + (hasWords(`${title} ${hint}`, typed) ? 0 : 1);
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).map(foldText);

function hasWords(text: string, typed: string): boolean {
  const words = new Set(wordsIn(text));
  return wordsIn(typed).every((word) => word === "" || words.has(word));
}
