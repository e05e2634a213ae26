import { createLoader } from "nuqs/server";
import type { inferParserType, ParserMap, SearchParams } from "nuqs/server";
import type { z } from "zod";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";

/**
 * Reads a list's filters from the address: `asked` as useListFilters reads them in the browser, for the query's key, and `query` as the
 * list's procedure reads them, for the verb. Both leave out invalid values, which the list reports.
 */
export async function readList<Parsers extends ParserMap, Schema extends z.ZodType>(
  parsers: Parsers,
  schema: Schema,
  searchParams: Promise<SearchParams>,
): Promise<{ asked: inferParserType<Parsers & typeof cursorParsers>; query: z.output<Schema> }> {
  const asked = createLoader({ ...parsers, ...cursorParsers })(await searchParams);
  const query = schema.safeParse(asked);
  return { asked, query: query.success ? query.data : schema.parse({}) };
}
