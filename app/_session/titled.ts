import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader } from "nuqs/server";
import type { ParserMap, SearchParams } from "nuqs/server";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";

type Translations = Awaited<ReturnType<typeof getTranslations<never>>>;

/** The metadata of a page with this message as its title: `export const generateMetadata = titled("claims.title")`. */
export function titled(key: Parameters<Translations>[0]): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(key) });
}

/** Reads a list's filters from the address, as useListFilters reads them in the browser. Invalid values are left out. */
export async function readFilters<Parsers extends ParserMap>(parsers: Parsers, searchParams: Promise<SearchParams>) {
  return createLoader({ ...parsers, ...cursorParsers })(await searchParams);
}
