import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { ownPart, wholeLines } from "#lib/account/search/fields.ts";
import { inBlock, trigramsFor } from "#lib/account/search/trigrams.ts";
import { shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

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
  const trigrams = sql`${sql.param(trigramsFor(words))}::int[]`;
  const own = sql.raw(ownPart("e.text"));
  const isOwn = sql.join(
    words.map((word) => sql`strpos(${own}, ${word}) > 0`),
    sql` and `,
  );
  // Those of one world follow each other.
  const newestBlock = scope === "everywhere" ? sql`newest_at` : sql`id`;
  // An inner limit keeps Postgres from reading more blocks than are needed. A block's entries are the newest where it is the last.
  return sql`
    select found.kind, found.id, found.world_id as "worldId", found.text, found."isOwn"
    from unnest(${sql.param([...kinds])}::text[]) with ordinality wanted (kind, place)
    cross join lateral (
      select * from (
        select e.*, (${isOwn}) as "isOwn" from (
          select id from search_blocks where kind = wanted.kind and ${ofScope(scope)} order by ${newestBlock} desc, id desc
        ) block
        cross join lateral (
          select e.kind, e.id, e.world_id, e.at, e.text from search_entries e
          where e.trigrams @> ${inBlock(trigrams, sql`block.id`)} and e.block = block.id and ${contains(words)} order by e.at desc ${limitOf(most)}
        ) e ${limitOf(most)}
      ) newest order by "isOwn" desc, at desc, id desc ${limitOf(first)}
    ) found order by wanted.place, found."isOwn" desc, found.at desc, found.id desc`;
}

function ofScope(scope: SearchScope): SQL {
  return scope === "everywhere" ? sql`(world_id = ${register}) = (kind = 'renters')` : sql`world_id = ${scope}`;
}

function limitOf(rows: number): SQL {
  return sql.raw(`limit ${rows}`);
}

function hasPart(part: string): SQL {
  return sql`strpos(e.text, ${part}) > 0`;
}

/** Whether an entry `e` contains every word, or has a short one as a whole. */
function contains(words: readonly string[]): SQL {
  if (words.some((word) => word.length >= shortestContained)) return sql.join(words.map(hasPart), sql` and `);
  return sql`(${sql.join(words.flatMap(wholeLines).map(hasPart), sql` or `)})`;
}

/** Whether the row `r` of a list has an entry with every typed word. */
export function isFound(kind: EntryKind, key: SQL, typed: string): SQL {
  return sql`exists (select from search_entries e where e.kind = ${kind} and e.id = ${key} and ${contains(wordsTyped(typed))})`;
}
