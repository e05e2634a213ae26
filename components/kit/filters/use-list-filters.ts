"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import type { inferParserType, ParserMap } from "nuqs";
import { cursorParsers } from "#components/kit/filters/list-parsers.ts";

type Filters<Parsers extends ParserMap> = inferParserType<Parsers>;

/**
 * A list's filters in the address, so that links and the back button work. A changed filter returns to the newest row. `values`, with the
 * cursor, is the input of the list's query.
 */
export function useListFilters<Parsers extends ParserMap>(parsers: Parsers) {
  const [values, setValues] = useQueryStates({ ...parsers, ...cursorParsers }, { history: "push" });
  const set = setValues as (changes: Record<string, unknown> | null) => Promise<URLSearchParams>;
  const params = useSearchParams();
  const names = Object.keys(parsers);
  const current: Record<string, unknown> = values;
  return {
    values: values as Filters<Parsers & typeof cursorParsers>,
    /** Null clears a filter. */
    setFilters: (changes: Partial<Filters<Parsers>>) => void set({ ...changes, before: null, after: null }),
    clear: () => void set(null),
    isFiltered: names.some((name) => isSet(current[name])),
    /** Invalid filters of the address, which are ignored and reported. */
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
