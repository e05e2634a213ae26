import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { ownPart, spelledWords, trigramsFor, wholeLines } from "#lib/account/search/entry-text.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

/** The kinds of things that have entries: of calls the refused ones. */
export const entryKinds = ["contracts", "claims", "products", "renewals", "renters", "calls"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The place that is searched: one world, or all of them (the console). */
export type SearchScope = number | "everywhere";

export interface Entry {
  kind: EntryKind;
  id: string;
  worldId: number;
  text: string;
  /** True if a name of the thing itself contains the words. */
  isOwn: boolean;
}

/** The world in which the console finds rental companies. */
export const register = 0;

export interface Search {
  kinds: readonly EntryKind[];
  typed: string;
  scope: SearchScope;
  /** So many of the newest entries of each kind are read. */
  most: number;
  /** So many of them are answered, those by their own name first. */
  first?: number;
}

/** Finds the newest entries of each kind that contain every typed word; those whose own name does go first (rules/search.md#find-1, #find-8). */
export async function findEntries(search: Search): Promise<Entry[]> {
  const statement = entriesStatement(search);
  return statement === undefined ? [] : readOnReplica((pool) => runUnprepared<Entry>(pool, statement));
}

/** Undefined if there is nothing to look for. */
export function entriesStatement({ kinds, typed, scope, most, first = most }: Search): SQL | undefined {
  const words = wordsTyped(typed);
  if (words.length === 0 || kinds.length === 0) return undefined;
  const own = sql.raw(ownPart("e.text"));
  const isOwn = sql.join(
    words.map((word) => sql`strpos(${own}, ${word}) > 0`),
    sql` and `,
  );
  const isInScope = scope === "everywhere" ? sql`(world_id = ${register}) = (kind = 'renters')` : sql`world_id = ${scope}`;
  // Blocks of one world follow each other.
  const newestBlock = scope === "everywhere" ? sql`newest_at` : sql`id`;
  // The trigrams of other worlds, kinds and blocks are other numbers.
  const trigrams = sql`array(select hash # block.id from unnest(${sql.param(trigramsFor(words))}::int[]) hash)`;
  // An inner limit keeps Postgres from reading more blocks than are needed. A block's entries are the newest where it is the last.
  return sql`
    select found.kind, found.id, found.world_id as "worldId", found.text, found."isOwn"
    from unnest(${sql.param([...kinds])}::text[]) with ordinality wanted (kind, place)
    cross join lateral (
      select * from (
        select e.*, (${isOwn}) as "isOwn" from (
          select id from search_blocks where kind = wanted.kind and ${isInScope} order by ${newestBlock} desc, id desc
        ) block
        cross join lateral (
          select e.kind, e.id, e.world_id, e.at, e.text from search_entries e
          where e.trigrams @> ${trigrams} and e.block = block.id and ${contains(words)} order by e.at desc ${limitOf(most)}
        ) e ${limitOf(most)}
      ) newest order by "isOwn" desc, at desc, id desc ${limitOf(first)}
    ) found order by wanted.place, found."isOwn" desc, found.at desc, found.id desc`;
}

const limitOf = (rows: number) => sql.raw(`limit ${rows}`);

/** Whether an entry `e` contains every word, or has a short one as a whole. */
function contains(words: readonly string[]): SQL {
  const isLong = words.some((word) => word.length >= shortestContained);
  const parts = (isLong ? words : words.flatMap(wholeLines)).map((part) => sql`strpos(e.text, ${part}) > 0`);
  return sql`(${sql.join(parts, isLong ? sql` and ` : sql` or `)})`;
}

/** Whether the row `r` of a list has an entry with every typed word. */
function isFound(kind: EntryKind, key: SQL, typed: string): SQL {
  return sql`exists (select from search_entries e where e.kind = ${kind} and e.id = ${key} and ${contains(wordsTyped(typed))})`;
}

/** A shorter word is near too many others. */
const shortestMisspelt = 5;
/** A longer text is a sentence. */
const mostWords = 4;
/** So many of the newest entries of a kind are read for a part of a word. */
const mostRead = 200;
/** Titles of people in both languages, which no stored name has. */
const titles = new Set("m mm mr monsieur messieurs mister mme mmes madame mesdames mlle mlles mademoiselle mrs ms miss".split(" "));

/** A typed text without the titles of people; the text itself if it has no other word. */
export function withoutTitles(typed: string): string {
  const words = typed.trim().split(/\s+/);
  const others = words.filter((word) => !titles.has(foldText(word)));
  return (others.length > 0 ? others : words).join(" ");
}

/**
 * Entries that contain the typed text or, if there are none, the text without titles of people, then with its misspelt words as the newest
 * names have them; with the text that found them (rules/search.md#find-5).
 */
export async function findOrCorrect(search: Search): Promise<{ typed: string; found: Entry[] }> {
  const find = async (typed: string) => ({ typed, found: await findEntries({ ...search, typed }) });
  const asTyped = await find(search.typed);
  if (asTyped.found.length > 0) return asTyped;
  const plain = withoutTitles(search.typed);
  const untitled = plain === search.typed.trim().split(/\s+/).join(" ") ? asTyped : await find(plain);
  const words = plain.split(" ");
  if (untitled.found.length > 0 || words.length > mostWords) return untitled;
  const spelled = await Promise.all(words.map((word) => nearestOf(foldText(word), search.scope)));
  return spelled.every((word) => word === undefined) ? asTyped : find(words.map((word, place) => spelled[place] ?? word).join(" "));
}

/** The most frequent word of names with one error less, after the same first letter; undefined if a name has the word as it is, or none is near. */
async function nearestOf(word: string, scope: SearchScope): Promise<string | undefined> {
  if (!/^\p{L}+$/u.test(word) || word.length < shortestMisspelt) return undefined;
  // An error leaves the beginning or the end of a word; two letters in the middle may be swapped.
  const length = Math.max(3, Math.floor(word.length / 2) - 1);
  const kinds = entryKinds.filter((kind) => kind !== "calls");
  const read = (typed: string) => findEntries({ kinds, typed, scope, most: mostRead });
  const entries = (await Promise.all([word.slice(0, length), word.slice(-length)].map(read))).flat();
  if (entries.some(({ text }) => text.includes(word))) return undefined;
  const counts = new Map<string, number>();
  for (const other of entries.flatMap(({ text }) => spelledWords(text))) counts.set(other, (counts.get(other) ?? 0) + 1);
  const near = [...counts].filter(([other]) => other.startsWith(word.charAt(0)) && editDistance(other, word) === 1);
  return near.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** So many things are listed by their keys. More are frequent: the list then reads its own rows in order, and checks each. */
const mostListed = 1_000;

/** The search settings of a list. */
interface AnyList {
  filters: Filters;
  conditions?: object;
}

/**
 * A list in which the filter `search` finds what a search of the kind finds (rules/search.md#lists-1). `key` is the column of the kind's
 * identifier. The list itself if nothing is typed.
 */
export async function searching<Searched extends AnyList>(
  list: Searched,
  { kind, key, typed, scope }: { kind: EntryKind; key: string; typed: string | undefined; scope: SearchScope },
): Promise<Searched> {
  if (typed === undefined) return list;
  const column = sql.raw(`r.${key}`);
  const { typed: meant, found } = await findOrCorrect({ kinds: [kind], typed, scope, most: mostListed + 1 });
  if (found.length <= mostListed) {
    // A whole identifier is found before its entry is written.
    return listOfKeys(list, column, [...found.map(({ id }) => id), typed, typed.toUpperCase()]);
  }
  return {
    ...list,
    filters: { ...list.filters, search: { kind: "search", isUnindexed: true } },
    conditions: { ...list.conditions, search: () => isFound(kind, column, meant) },
  };
}

/** A list in which the filter `search` finds the rows with these keys. */
export function listOfKeys<Searched extends AnyList>(list: Searched, column: SQL, keys: readonly string[]): Searched {
  const found = sql`${column} = any(${sql.param([...keys])}::text[])`;
  return { ...list, conditions: { ...list.conditions, search: () => found }, found };
}
