import { createParser, parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { inferParserType, ParserMap, SingleParserBuilder } from "nuqs/server";
import type { Filter, Filters, FilterValues } from "#lib/platform/lists/portal-lists.ts";
import { maxSearchLength, printable } from "#lib/platform/text/characters.ts";

/** The cursor of a list's page. */
export const cursorParsers = { before: parseAsString, after: parseAsString };

/** The query of a list: its filters, as the address has them, and the place in it. */
export type ListQuery<Parsers extends ParserMap = typeof cursorParsers> = Partial<inferParserType<Parsers & typeof cursorParsers>>;

export type FilterValue = string | number | boolean | readonly string[] | null | undefined;

/** Filters as query parameters: unset ones are left out, lists are joined by commas. */
export function asQuery(filters: Readonly<Record<string, FilterValue>>): Record<string, string> {
  const given = Object.entries(filters).map(
    ([name, value]) => [name, typeof value === "object" ? (value ?? []).join(",") : String(value ?? "")] as const,
  );
  return Object.fromEntries(given.filter(([, text]) => text !== ""));
}

/** Returns the filters that are set. */
export function givenOf<Values extends object>(filters: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };
}

/** The filters of a list without the place in it. */
export function withoutCursor<Asked extends { before?: unknown; after?: unknown; limit?: unknown }>(
  asked: Asked,
): Omit<Asked, "before" | "after" | "limit"> {
  const { before: _before, after: _after, limit: _limit, ...filters } = asked;
  return filters;
}

type InAddress<Value> = Value extends Date ? string : NonNullable<Value>;

/** The parsers of a list's filters. Instants stay texts, so that a link means the same in every zone. */
export type FilterParsers<Declared extends Filters> = {
  [Name in keyof Declared]: SingleParserBuilder<InAddress<NonNullable<FilterValues<Declared>[Name]>>>;
};

/** The parsers of a list's filters, for its page and its filter bar. */
export function parsersOf<Declared extends Filters>(filters: Declared): FilterParsers<Declared> {
  const parsers = Object.fromEntries(Object.entries<Filter>(filters).map(([name, filter]) => [name, parserOf(filter)]));
  // Object.fromEntries forgets which name has which value.
  return parsers as unknown as FilterParsers<Declared>;
}

function parserOf(filter: Filter) {
  switch (filter.kind) {
    case "choice":
      return parseAsStringLiteral(filter.values);
    case "choices":
      return parseAsArrayOf(parseAsStringLiteral(filter.values));
    case "several":
      return parseAsArrayOf(parseAsText((text) => filter.form.test(text)));
    case "boolean":
      return parseAsBoolean;
    case "from":
    case "to":
      return parseAsText((text) => instantForm.test(text) && !Number.isNaN(Date.parse(text)));
    case "day":
      return parseAsText((text) => dayForm.test(text) && !Number.isNaN(Date.parse(text)));
    case "search":
      return parseAsText((text) => printable.test(text));
    case "text":
      return parseAsText((text) => (filter.form ?? printable).test(text));
  }
}

const dayForm = /^[1-9]\d{3}-\d\d-\d\d$/;
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** Parses a text filter; an invalid text is ignored and reported above the list. */
function parseAsText(isValid: (text: string) => boolean) {
  return createParser({
    parse: (text) => (text.trim() !== "" && text.length <= maxSearchLength && isValid(text) ? text : null),
    serialize: (text: string) => text,
  });
}
