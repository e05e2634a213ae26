import { parseAsString } from "nuqs/server";

/** Where in its list a page is. */
export const cursorParsers = { before: parseAsString, after: parseAsString };

/** What a filter may hold. */
export type FilterValue = string | number | boolean | readonly string[] | null | undefined;

/** Filters as the query of a JSON route: without those that are not set, lists joined by commas. */
export function asQuery(filters: Readonly<Record<string, FilterValue>>): Record<string, string> {
  const given = Object.entries(filters).map(
    ([name, value]) => [name, typeof value === "object" ? (value ?? []).join(",") : String(value ?? "")] as const,
  );
  return Object.fromEntries(given.filter(([, text]) => text !== ""));
}
