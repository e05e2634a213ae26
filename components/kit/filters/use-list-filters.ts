"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import type { inferParserType, ParserMap } from "nuqs";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";

type Filters<Parsers extends ParserMap> = inferParserType<Parsers>;

/**
 * The filters of a list, kept in the address: a link shows the same list, and the back button goes back to it.
 * A change of filters begins at the newest row again. `values` with its cursor is what the list's query asks with.
 */
export function useListFilters<Parsers extends ParserMap>(parsers: Parsers) {
  const [values, setValues] = useQueryStates({ ...parsers, ...cursorParsers }, { history: "push" });
  const set = setValues as (changes: Record<string, unknown> | null) => Promise<URLSearchParams>;
  const params = useSearchParams();
  const names = Object.keys(parsers);
  const current: Record<string, unknown> = values;
  return {
    values: values as Filters<Parsers & typeof cursorParsers>,
    /** Null takes a filter away. */
    setFilters: (changes: Partial<Filters<Parsers>>) => void set({ ...changes, before: null, after: null }),
    clear: () => void set(null),
    isFiltered: names.some((name) => isSet(current[name])),
    /** What the address asks for that no filter can be: left out, and said. */
    unread: names.filter((name) => isUnread(params.get(name), current[name])),
    isPaged: values.before !== null || values.after !== null,
    go: (to: { before?: string; after?: string }) => void set({ before: to.before ?? null, after: to.after ?? null }),
  };
}

function isUnread(written: string | null, value: unknown): boolean {
  if (written === null || written === "") return false;
  return Array.isArray(value) ? value.length < written.split(",").filter((part) => part !== "").length : value === null;
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "";
}
