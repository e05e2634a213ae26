import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { findOrCorrect, isFound } from "#lib/account/search/find.ts";
import type { EntryKind, SearchScope } from "#lib/account/search/find.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

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
