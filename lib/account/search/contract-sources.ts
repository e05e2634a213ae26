import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { hasWorld, searchTextOf } from "#db/schema/search.ts";
import type { SearchedTable } from "#db/schema/search.ts";
import { containsAll, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The place that is searched: one world, or all of them (the console). */
export type SearchScope = number | "everywhere";

/** So many rows of a kind are gathered by index; more are too common to gather, and are met by reading on. */
export const maxGathered = 1_000;
/** Products of contracts have no world, so that more of them are read than are gathered. */
export const maxObjects = 2_000;
/** A text of more words is a sentence: a statement that looks for each of them in every table would take long to plan. */
export const maxWords = 4;

/** The rows of a table that contain the typed text, in the scope. */
export function rowsOf(table: SearchedTable, typed: string, scope: SearchScope): SQL {
  return sql`${sql.raw(table)} s where ${hasText(table, typed, scope)}`;
}

/** Whether a row `s` contains the typed text and is in the scope, as the index of the search answers it. */
export function hasText(table: SearchedTable, typed: string, scope: SearchScope): SQL {
  const isInWorld = scope === "everywhere" || !hasWorld(table) ? sql`true` : sql`array[s.world_id] @> array[${scope}::int]`;
  return sql`(${isInWorld} and ${contains(table, "s", typed)})`;
}

/** Whether a row `alias` of the table contains the typed text. */
export function contains(table: SearchedTable, alias: string, typed: string): SQL {
  return containsAll(searchTextOf(table, `${alias}.`), fragmentsOf(typed));
}

export function most(limit: number): SQL {
  return sql`limit ${sql.raw(String(limit))}`;
}

export function union(parts: readonly SQL[]): SQL {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
}

/** A world of a contract `c`. */
function isOf(scope: SearchScope): SQL {
  return scope === "everywhere" ? sql`true` : sql`c.world_id = ${scope}`;
}

/** Rental companies attached in the scope. */
export function renterUids(typed: string, scope: SearchScope): SQL {
  const isAttached =
    scope === "everywhere"
      ? sql`true`
      : sql`exists (select from renter_attachments a where a.world_id = ${scope} and a.renter_uid = s.uid)`;
  return sql`select s.uid as key from ${rowsOf("renters", typed, scope)} and ${isAttached} ${most(maxGathered)}`;
}

/**
 * Contracts by their own texts and those of their products; by an exact renewal or call too. Tables that the form of the text excludes are
 * left out, since each partition costs time to plan.
 */
export function contractsByText(typed: string, scope: SearchScope): SQL[] {
  return [
    sql`select s.cid as key from ${rowsOf("contracts", typed, scope)} ${most(maxGathered)}`,
    sql`select c.cid from (select s.cid from ${rowsOf("contract_products", typed, scope)} ${most(maxObjects)}) p
      join contracts c on c.cid = p.cid where ${isOf(scope)} ${most(maxGathered)}`,
    sql`select p.cid from (select s.id from ${rowsOf("products", typed, scope)}) i
      join contract_products p on p.product_id = i.id ${most(maxGathered)}`,
    // Short markings and references are found whole.
    ...(fragmentsOf(typed).length > 0
      ? []
      : [
          sql`select c.cid from contract_products p join contracts c on c.cid = p.cid
            where (p.data ->> 'product_marked' = ${typed} or p.data ->> 'internal_id' = ${typed}) and ${isOf(scope)} ${most(maxGathered)}`,
        ]),
    ...(typed.startsWith("ar_")
      ? [
          sql`select c.cid from automatic_renewals s cross join lateral unnest(array[s.cid, s.next_cid]) as of_renewal (cid)
            join contracts c on c.cid = of_renewal.cid where s.arid = ${typed} and ${isOf(scope)}`,
        ]
      : []),
    ...(typed.startsWith("exec_")
      ? [sql`select c.cid from events e join contracts c on c.cid = e.subject_id where e.execution_id = ${typed} and ${isOf(scope)}`]
      : []),
  ];
}

/** The newest contracts of the rental companies that contain the text. */
export function contractsOfRenters(scope: SearchScope, uids: SQL): SQL {
  const ofWorld = scope === "everywhere" ? sql`true` : sql`a.world_id = ${scope}`;
  return sql`
    select c.cid from (${uids}) s
    join renter_attachments a on a.renter_uid = s.key and ${ofWorld}
    cross join lateral (
      select cid from contracts where world_id = a.world_id and uid = a.renter_uid order by created_at desc, cid desc ${most(maxGathered)}
    ) c ${most(maxGathered)}`;
}

export const contractKeys = (typed: string, scope: SearchScope) =>
  union([...contractsByText(typed, scope), contractsOfRenters(scope, renterUids(typed, scope))]);

export const anyOf = (keys: SQL) => sql`any(array(${keys}))`;

/** Whether a contract `r`, its products or its rental company contain the fragments, all in the same text. */
export function contractMatches(fragments: readonly string[], uids: SQL): SQL {
  const has = (table: SearchedTable, alias: string) => containsAll(searchTextOf(table, `${alias}.`), fragments);
  // With an offset it is asked for each row; Postgres would rather read the products of all contracts first, and remember them.
  const ofProducts = sql`exists (
    select from contract_products p join products i on i.id = p.product_id
    where p.cid = r.cid and (${has("contract_products", "p")} or ${has("products", "i")}) offset 0)`;
  return sql`(r.uid = ${anyOf(uids)} or ${has("contracts", "r")} or ${ofProducts})`;
}

/**
 * The contracts that contain each word in any of their texts, such as a model and a customer, for when no text contains all of them
 * (rules/search.md#find-15); undefined for a single word, and for more than four.
 */
export function contractsByWords(typed: string, scope: SearchScope): SQL | undefined {
  const words = fragmentsOf(typed);
  if (words.length < 2 || words.length > maxWords) return undefined;
  const matches = (word: string) => contractMatches([word], renterUids(word, scope));
  return union(
    words
      // An index finds no shorter ones.
      .filter((word) => fragmentsOf(word).length > 0)
      .map((word) => {
        const others = words.filter((each) => each !== word).map(matches);
        return sql`select r.cid as key from (${contractKeys(word, scope)}) found join contracts r on r.cid = found.key
          where ${sql.join([sql`true`, ...others], sql` and `)} ${most(maxGathered)}`;
      }),
  );
}
