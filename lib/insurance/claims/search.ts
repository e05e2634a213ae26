import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { containsTyped, folded } from "#lib/platform/lists/folded.ts";

/** The insured's names and the marking as words, as the index of the search has them. */
export const claimSearchVector = vectorOf("");

function vectorOf(alias: string): string {
  const text = ["insured ->> 'firstName'", "insured ->> 'lastName'", "product ->> 'productMarked'"]
    .map((field) => `coalesce(${alias}${field}, '')`)
    .join(" || ' ' || ");
  return `to_tsvector('simple', ${wordsOf(`(${text})`)})`;
}

/** The SQL of a text without accents and punctuation. */
function wordsOf(text: string): string {
  return `regexp_replace(${folded(text)}, '[[:punct:]]+', ' ', 'g')`;
}

/**
 * Finds a claim by `id`, `claimId` or its number alone, by its contract, its renter's name, or by the beginnings of the insured's names and
 * of the marking, however they are accented or hyphenated. Any of the conditions must hold, and each has an index.
 */
export function matchesClaimSearch(typed: string): SQL[] {
  const search = typed.trim();
  const number = /^(?:clm-?)?(\d{1,18})$/i.exec(search)?.[1];
  const words = search.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== "");
  const isWordy = words.length > 0 && !search.startsWith("claim_");
  return [
    sql`r.id = ${search}`,
    sql`r.cid in (${search}, ${search.toUpperCase()})`,
    ...(number === undefined ? [] : [sql`r.claim_id = ${`CLM-${number}`}`]),
    ...(isWordy ? [matchesWords(words.join(" ")), matchesRenter(search)] : []),
  ];
}

function matchesWords(words: string): SQL {
  // A word is quoted, since the query language has words of its own.
  return sql`${sql.raw(vectorOf("r."))} @@ to_tsquery('simple', (
    select string_agg('''' || word || ''':*', ' & ')
    from (select ${sql.raw(wordsOf("typed.text"))} as text from (select ${words}::text as text) typed) plain
    cross join regexp_split_to_table(trim(plain.text), ' +') word where word <> ''))`;
}

/** The longest of a company's names is short enough to compare them all; two letters would find most of them. */
function matchesRenter(search: string): SQL {
  const isNamed = search.length < 3 ? sql`false` : containsTyped(["company ->> 'company_name'"], search);
  return sql`r.uid = any(array(select uid from renters where uid = ${search} or ${isNamed} limit 100))`;
}
