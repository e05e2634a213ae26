import { spelledWords } from "#lib/account/search/fields.ts";
import { entryKinds, findEntries } from "#lib/account/search/find.ts";
import type { Entry, EntryKind, Search, SearchScope } from "#lib/account/search/find.ts";
import { withoutTitles } from "#lib/account/search/without-titles.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import { foldText } from "#lib/platform/text/fold.ts";

/** A shorter word is near too many others. */
const shortestMisspelt = 5;
/** A longer text is a sentence. */
const mostWords = 4;
/** So many of the newest entries of a kind are read for a part of a word. */
const mostRead = 200;
const namedKinds = entryKinds.filter((kind) => kind !== "calls");

/** Entries that contain the typed text or, if there are none, what it is a misspelling of; with the text that found them. */
export async function findOrCorrect(search: Search): Promise<{ typed: string; found: Entry[] }> {
  const { typed } = search;
  const found = await findEntries(search);
  if (found.length > 0) return { typed, found };
  const plain = withoutTitles(typed);
  const isShorter = plain !== typed.trim().split(/\s+/).join(" ");
  const untitled = isShorter ? await findEntries({ ...search, typed: plain }) : [];
  if (untitled.length > 0) return { typed: plain, found: untitled };
  const corrected = await spell(plain, search.scope);
  return corrected === undefined ? { typed, found } : { typed: corrected, found: await findEntries({ ...search, typed: corrected }) };
}

/**
 * A text with its misspelt words as names have them; undefined if there are none. A word of at least five letters is misspelt if one of the
 * newest names has a letter more, less or other, or two swapped, after the same first letter (rules/search.md#find-5).
 */
async function spell(typed: string, scope: SearchScope): Promise<string | undefined> {
  const words = typed.split(" ");
  if (words.length > mostWords) return undefined;
  const spelled = await Promise.all(words.map((word) => nearestOf(foldText(word), scope)));
  return spelled.every((word) => word === undefined) ? undefined : words.map((word, place) => spelled[place] ?? word).join(" ");
}

/** The most frequent word with one error less; undefined if a name has the word as it is, or none is near. */
async function nearestOf(word: string, scope: SearchScope): Promise<string | undefined> {
  if (!/^\p{L}+$/u.test(word) || word.length < shortestMisspelt) return undefined;
  // An error leaves the beginning or the end of a word; two letters in the middle may be swapped.
  const length = Math.max(3, Math.floor(word.length / 2) - 1);
  const read = (typed: string) => findEntries({ kinds: namedKinds satisfies readonly EntryKind[], typed, scope, most: mostRead });
  const entries = (await Promise.all([word.slice(0, length), word.slice(-length)].map(read))).flat();
  if (entries.some(({ text }) => text.includes(word))) return undefined;
  const counts = new Map<string, number>();
  for (const other of entries.flatMap(({ text }) => spelledWords(text))) counts.set(other, (counts.get(other) ?? 0) + 1);
  const near = [...counts].filter(([other]) => other.startsWith(word.charAt(0)) && editDistance(other, word) === 1);
  return near.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
