import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { shortestContained } from "#lib/platform/text/fold.ts";

/** More of a typed text are not looked up: the text itself is compared then. */
const mostLookedUp = 12;

/** A number for three letters, or for a whole short value. */
function hashOf(letters: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < letters.length; place += 1) {
    hash = Math.imul(hash ^ letters.charCodeAt(place), 0xcc9e2d51);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, 0x1b873593) | 0;
}

/** A short value is looked up whole. */
const wholeOf = (value: string) => hashOf(`=${value}`);

/** The trigrams of an entry's values, and of its short names as a whole. */
export function trigramsOf(values: readonly string[], names: readonly string[]): number[] {
  const hashes = new Set<number>();
  for (const value of values) {
    for (let place = 0; place + shortestContained <= value.length; place += 1) hashes.add(hashOf(value.slice(place, place + 3)));
  }
  for (const name of names) if (name.length > 0 && name.length < shortestContained) hashes.add(wholeOf(name));
  return [...hashes];
}

/** The trigrams by which typed words are looked up: side by side from the end, since the ends of identifiers are random. */
export function trigramsFor(words: readonly string[]): number[] {
  const long = words.filter((word) => word.length >= shortestContained);
  if (long.length === 0) return words.map(wholeOf);
  const most = Math.max(1, Math.floor(mostLookedUp / long.length));
  const of = (word: string) => {
    const ends = Array.from({ length: Math.ceil(word.length / 3) }, (_none, place) => Math.max(3, word.length - 3 * place));
    return ends.slice(0, most).map((end) => hashOf(word.slice(end - 3, end)));
  };
  return [...new Set(long.slice(0, mostLookedUp).flatMap(of))];
}

/** The SQL of trigrams as the entries of a block have them: those of other worlds, kinds and blocks are other numbers. */
export function inBlock(hashes: SQL, block: SQL): SQL {
  return sql`array(select hash # ${block} from unnest(${hashes}) hash)`;
}
