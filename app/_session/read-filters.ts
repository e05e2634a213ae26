import { createLoader } from "nuqs/server";
import type { ParserMap, SearchParams } from "nuqs/server";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";

/** Reads a list's filters from the address, as useListFilters reads them in the browser. Invalid values are left out. */
export async function readFilters<Parsers extends ParserMap>(parsers: Parsers, searchParams: Promise<SearchParams>) {
  return createLoader({ ...parsers, ...cursorParsers })(await searchParams);
}
