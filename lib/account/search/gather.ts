import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { contractsByWords, maxGathered } from "#lib/account/search/contract-sources.ts";
import type { SearchScope } from "#lib/account/search/contract-sources.ts";
import { correct } from "#lib/account/search/correct.ts";
import { executionIds, isTraffic, maxSubjects, ownKeys, searchFor, subjectIds } from "#lib/account/search/sources.ts";
import type { Named, Search, SearchKind } from "#lib/account/search/sources.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** What of a list decides how it is searched. */
interface AnyList {
  filters: Filters;
  conditions?: object;
}

interface Gathered {
  keys: string[];
  /** True if there may be more: the text is common. */
  isCut: boolean;
}

/** A search of a kind with the keys that it finds. Traffic takes the things that it is about from a statement of their own. */
export async function gatherFor(kind: SearchKind, typed: string, scope: SearchScope, named: Named = {}) {
  const [subjects, executions] = await Promise.all([
    isTraffic(kind) ? (named.subjects ?? gatherSubjects(typed, scope)) : undefined,
    kind === "events" ? gather({ keys: executionIds(typed.trim(), scope) }) : undefined,
  ]);
  const search = searchFor(kind, typed, scope, { ...named, subjects, executions: executions?.keys });
  const found = await gather(search);
  return { ...search, ...(found.keys.length === 0 ? await gatherByWords(kind, typed, scope) : found) };
}

/** Finds contracts by words in different texts of theirs, and their claims and renewals. */
async function gatherByWords(kind: SearchKind, typed: string, scope: SearchScope): Promise<Gathered> {
  const keys = kind === "contracts" || kind === "claims" || kind === "renewals" ? contractsByWords(typed, scope) : undefined;
  const { keys: cids, isCut } = keys === undefined ? { keys: [], isCut: false } : await gather({ keys });
  if (kind === "contracts" || cids.length === 0) return { keys: cids, isCut };
  const [table, key] = kind === "claims" ? ["claims", "id"] : ["automatic_renewals", "arid"];
  return gather({ keys: sql.raw(`select ${key} as key from ${table}`).append(sql` where cid = any(${sql.param(cids)}::text[])`) });
}

/** The keys of the things of a kind whose own name contains the text (rules/search.md#find-14). */
export async function gatherOwn(kind: SearchKind, typed: string, scope: SearchScope): Promise<string[]> {
  const keys = ownKeys(kind, typed.trim(), scope);
  return keys === undefined ? [] : (await gather({ keys })).keys;
}

/** The names of the newest things that contain the text, under which traffic is filed (rules/search.md#find-5). */
export async function gatherSubjects(typed: string, scope: SearchScope): Promise<string[]> {
  const [{ keys }, byWords] = await Promise.all([
    gather({ keys: subjectIds(typed.trim(), scope) }),
    gatherByWords("contracts", typed.trim(), scope),
  ]);
  return [...keys, ...byWords.keys.toSorted().slice(-maxSubjects)];
}

/** Reads the keys that a search finds by its indexes, up to `maxGathered` of each source. */
async function gather({ keys, hasMore = sql`false` }: Pick<Search, "keys" | "hasMore">): Promise<Gathered> {
  const statement = sql`
    select array(select distinct key from (${keys}) found where key is not null) as keys, ${hasMore} as "hasMore"`;
  const [row] = await readOnReplica((pool) => runUnprepared<{ keys: string[]; hasMore: boolean }>(pool, statement));
  if (row === undefined) throw new Error("a query without a condition answered no row");
  return { keys: row.keys, isCut: row.hasMore || row.keys.length >= maxGathered };
}

/**
 * A list in which the filter `search` finds what a search of the kind finds (rules/search.md#lists-1): by the keys that its indexes give,
 * or by checking row by row where the text is common, so that a page fills soon. A text that finds nothing is corrected. The list itself
 * if nothing is typed.
 */
export async function searching<Searched extends AnyList>(
  list: Searched,
  kind: SearchKind,
  typed: string | undefined,
  scope: SearchScope,
  named?: Named,
): Promise<Searched> {
  if (typed === undefined) return list;
  const found = await gatherFor(kind, typed, scope, named);
  const corrected = found.keys.length === 0 && !isTraffic(kind) ? await correct(typed, scope) : undefined;
  const { key, matches, keys, isCut } = corrected === undefined ? found : await gatherFor(kind, corrected, scope, named);
  return isCut ? listChecking(list, matches) : listOfKeys(list, key, keys);
}

/** A list in which the filter `search` finds the rows with these keys. */
export function listOfKeys<Searched extends AnyList>(list: Searched, key: string, keys: readonly string[]): Searched {
  const found = sql`${sql.raw(`r.${key}`)} = any(${sql.param([...keys])}::text[])`;
  return { ...withSearch(list, found), found };
}

function listChecking<Searched extends AnyList>(list: Searched, matches: SQL): Searched {
  return { ...withSearch(list, matches), filters: { ...list.filters, search: { kind: "search", isUnindexed: true } } };
}

function withSearch<Searched extends AnyList>(list: Searched, condition: SQL): Searched {
  return { ...list, conditions: { ...list.conditions, search: () => condition } };
}
