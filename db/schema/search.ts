import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

/** A field that a search looks through: its name for people, and its SQL on a row with this alias (`"r."`, or nothing in an index). */
export interface SearchField {
  name: SearchFieldName;
  text: (alias: string) => string;
}

const column = (name: SearchFieldName, stored: string): SearchField => ({ name, text: (alias) => `coalesce(${alias}${stored}, '')` });

const inJson = (name: SearchFieldName, stored: string, ...keys: readonly string[]): SearchField => ({
  name,
  text: (alias) => keys.map((key) => `coalesce(${alias}${stored} ->> '${key}', '')`).join(" || ' ' || "),
});

/** A line of the text that the writer of a call recorded. */
const line = (name: SearchFieldName, place: number): SearchField => ({
  name,
  text: (alias) => `split_part(coalesce(${alias}search, ''), chr(10), ${place})`,
});

/** What a search looks through, by table (rules/search.md#find-2). The expression indexes and the statements derive from it. */
export const searchFields = {
  contracts: [
    column("id", "cid"),
    column("renter", "uid"),
    inJson("company", "company", "company_name"),
    inJson("name", "company", "first_name", "last_name"),
    inJson("name", "individual", "first_name", "last_name"),
    inJson("email", "individual", "email"),
    inJson("phone", "individual", "phone_number"),
  ],
  contract_products: [
    column("id", "cpid"),
    inJson("marking", "data", "product_marked"),
    inJson("internalId", "data", "internal_id"),
    inJson("userName", "data", "user_name"),
  ],
  products: [column("id", "id"), column("uid", "uid"), column("title", "title"), inJson("product", "data", "brand", "model")],
  automatic_renewals: [column("id", "arid")],
  claims: [
    column("number", "claim_id"),
    column("id", "id"),
    column("renter", "uid"),
    inJson("name", "insured", "firstName", "lastName"),
    inJson("email", "insured", "email"),
    inJson("phone", "insured", "phoneNumber"),
    inJson("company", "insured", "company"),
    inJson("product", "product", "brand", "model"),
    inJson("marking", "product", "productMarked"),
  ],
  renters: [column("uid", "uid"), inJson("company", "company", "company_name"), inJson("city", "company", "city")],
  // Filled by the writer (lib/developer/calls/rules/search-text.ts), since bodies are searched for some of their values only.
  calls: [column("id", "execution_id"), line("path", 2), line("idempotencyKey", 3), column("body", "search")],
  events: [column("id", "id")],
  deliveries: [column("id", "id")],
} as const satisfies Record<string, readonly SearchField[]>;

export type SearchedTable = keyof typeof searchFields;

/** The SQL of all texts of a row, a line each, as searches compare it. */
export function searchTextOf(table: SearchedTable, alias = ""): string {
  if (table === "calls") return `${alias}search`;
  return `search_text(${searchFields[table].map(({ text }) => text(alias)).join(" || chr(10) || ")})`;
}

const ownNames: ReadonlySet<SearchFieldName> = new Set(["name", "company", "title"]);

/** The SQL of the names that a row itself has, as searches compare them: of its parties, or its title (rules/search.md#find-14). */
export function ownNameOf(table: SearchedTable, alias: string): string {
  const fields = searchFields[table].filter(({ name }) => ownNames.has(name));
  return `search_text(${fields.map(({ text }) => text(alias)).join(" || chr(10) || ")})`;
}

/** The columns of the index of a search: in the rows of one world where the table has it (rules/search.md#find-7). */
export function searchIndexOf(table: SearchedTable): [SQL, ...SQL[]] {
  const text = sql.raw(`(${searchTextOf(table)}) gin_trgm_ops`);
  return hasWorld(table) ? [sql.raw("(array[world_id])"), text] : [text];
}

export function hasWorld(table: SearchedTable): boolean {
  return table !== "contract_products" && table !== "renters";
}
