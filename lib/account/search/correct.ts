import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { searchFields } from "#db/schema/search.ts";
import type { SearchedTable } from "#db/schema/search.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { maxWords, most, rowsOf } from "#lib/account/search/contract-sources.ts";
import type { SearchScope } from "#lib/account/search/contract-sources.ts";
import { withoutTitles } from "#lib/account/search/without-titles.ts";
import { foldText } from "#lib/platform/lists/fragments.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

/** A shorter word is near too many others. */
const shortest = 5;
const shortestPiece = 3;
/** So many rows of a table are read for a part of a word. */
const maxRows = 200;

/** The fields in which people look for words, and that spell them right. */
const worded: ReadonlySet<SearchFieldName> = new Set(["name", "company", "userName", "title", "product", "city"]);

const named = ["contracts", "contract_products", "products", "claims", "renters"] as const satisfies readonly SearchedTable[];

/** The condition that a row `s` is in one world, for the tables that have no column for it. */
const inWorld: Partial<Record<SearchedTable, (worldId: number) => SQL>> = {
  contract_products: (id) => sql`exists (select from contracts c where c.cid = s.cid and c.world_id = ${id})`,
  renters: (id) => sql`exists (select from renter_attachments a where a.world_id = ${id} and a.renter_uid = s.uid)`,
};

/**
 * The typed text without titles of people, and with its misspelt words as they are written in names of people, companies and products;
 * undefined if that is the same, or has more than four words. A word of at least five letters is misspelt if no name has it, and one has a
 * word with a letter more, less or other, or two swapped (rules/search.md#find-16, #find-17).
 */
export async function correct(typed: string, scope: SearchScope): Promise<string | undefined> {
  const words = withoutTitles(typed).split(" ");
  if (words.length > maxWords) return undefined;
  const corrected = (await spell(words, scope)).join(" ");
  return corrected === typed.trim().split(/\s+/).join(" ") ? undefined : corrected;
}

async function spell(words: readonly string[], scope: SearchScope): Promise<readonly string[]> {
  const long = words.filter((word) => /^\p{L}+$/u.test(word) && foldText(word).length >= shortest);
  if (long.length === 0) return words;
  const statement = sql.join(
    long.flatMap((word) => piecesOf(foldText(word)).flatMap((piece) => textsWith(piece, scope))),
    sql` union `,
  );
  const rows = await readOnReplica((pool) => runUnprepared<{ text: string }>(pool, statement));
  const known = countWords(rows.map(({ text }) => text));
  return words.map((word) => (long.includes(word) ? nearestOf(foldText(word), known) : undefined) ?? word);
}

/** Its beginning and its end, of which an error leaves one: two letters in the middle may be swapped. */
function piecesOf(word: string): string[] {
  const length = Math.max(shortestPiece, Math.floor(word.length / 2) - 1);
  return [word.slice(0, length), word.slice(-length)];
}

function textsWith(piece: string, scope: SearchScope): SQL[] {
  return named.map((table) => {
    const texts = searchFields[table].filter(({ name }) => worded.has(name)).map(({ text }) => text("s."));
    const isInScope = scope === "everywhere" ? undefined : inWorld[table]?.(scope);
    return sql`(select ${sql.raw(texts.join(" || ' ' || "))} as text from ${rowsOf(table, piece, scope)} and ${isInScope ?? sql`true`} ${most(maxRows)})`;
  });
}

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.split(/[^\p{L}\p{M}]+/u)).map(foldText)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The most frequent word with one error less; undefined if the word is known, or none is near. */
function nearestOf(word: string, known: ReadonlyMap<string, number>): string | undefined {
  if (known.has(word)) return undefined;
  const near = [...known].filter(([other]) => other.startsWith(word.slice(0, 1)) && editDistance(other, word) === 1);
  return near.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
