import { z } from "zod";
import { longestSearch, printable } from "#lib/characters.ts";
import { queryBoolean, queryInstant } from "#lib/wire.ts";

/** How many rows a list of the portal shows at once: on a phone, not too far to scroll. */
export const rowsPerPage = 25;

/** What people search for. */
export const searchText = z.string().trim().min(1).max(200);

/** Where a list goes on: after the newest row that is seen towards newer ones, or before the oldest towards older ones. */
export const keyset = z.object({
  before: z.string().min(1).max(100).optional().catch(undefined),
  after: z.string().min(1).max(100).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(100).default(rowsPerPage),
});
export type Keyset = z.output<typeof keyset>;

/** A stretch of a list, newest first or in an order of its own. The cursors lead on towards its end (older rows) and its beginning (newer ones); null where there are none. */
export interface ListPage<Row> {
  rows: Row[];
  older: string | null;
  newer: string | null;
}

/** Towards the end of the list, but back from the page before. */
export function isRising({ before, after }: Pick<Keyset, "before" | "after">): boolean {
  return before === undefined && after !== undefined;
}

/**
 * A page from what was read for it: with `before`, the rows behind it in the list's order; with `after`, those ahead of it in the
 * opposite order; without, the list's first. One row more than `limit` is to be read, which tells whether there are more.
 */
export function makeListPage<Row>(read: readonly Row[], query: Keyset, cursorOf: (row: Row) => string): ListPage<Row> {
  const { before, limit } = query;
  const rising = isRising(query);
  const hasMore = read.length > limit;
  const kept = read.slice(0, limit);
  const rows = rising ? kept.toReversed() : kept;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last !== undefined && (rising || hasMore) ? cursorOf(last) : null,
    newer: first !== undefined && (rising ? hasMore : before !== undefined) ? cursorOf(first) : null,
  };
}

/**
 * How a parameter of a list's address narrows it. Declared once per list (`lib/<noun>/list-filters.ts`): the parameters of the
 * address, the schema of the JSON route, the bar of filters and the SQL follow. Browsers read it too: no zod and no SQL here.
 * Of the filters that are set, the first in the declaration that has an index leads: that index serves it in the order of the list.
 * The others are checked row by row (lib/db/list.ts), so declare what leaves the fewest rows first.
 */
export type Filter = { isUnindexed?: true | ((value: string) => boolean) } &
  /** Finds by a text; the list's SQL says what. */
  (
    | { kind: "search" }
    /** The column is this text, of a form where that is said. */
    | { kind: "text"; column: string; form?: RegExp }
    /** The column is this one of several. */
    | { kind: "choice"; column: string; values: readonly [string, ...string[]] }
    /** The column is one of these. */
    | { kind: "choices"; column: string; values: readonly [string, ...string[]] }
    /** The column is one of several texts of a form; what can be chosen is told to the bar of filters. */
    | { kind: "several"; column: string; form: RegExp }
    | { kind: "boolean"; column: string }
    /** The column, which is the first that orders the list, is at this instant or later, or before it. */
    | { kind: "from"; column: string }
    | { kind: "to"; column: string }
  );

export type Filters = Readonly<Record<string, Filter>>;

type Read<Kind extends Filter> = Kind extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Kind extends { kind: "choices"; values: readonly (infer Value)[] }
    ? Value[]
    : Kind extends { kind: "several" }
      ? string[]
      : Kind extends { kind: "boolean" }
        ? boolean
        : Kind extends { kind: "from" | "to" }
          ? Date
          : string;

/** The values of a list's filters as verbs get them; what is absent does not narrow the list. */
export type FilterValues<Declared extends Filters> = { [Name in keyof Declared]?: Read<Declared[Name]> | undefined };

/** What a list is asked for by verbs: its filters, and where a page begins. */
export type ListQuery<Declared extends Filters> = Partial<Keyset> & FilterValues<Declared>;

type ListSchema<Declared extends Filters> = z.ZodObject<
  (typeof keyset)["shape"] & { [Name in keyof Declared]: z.ZodOptional<z.ZodType<NonNullable<FilterValues<Declared>[Name]>>> }
>;

/** What the JSON route of a list takes: where the page begins, and the list's filters. A value that a filter cannot have is left out, as the page does. */
export function listQuery<Declared extends Filters>(filters: Declared): ListSchema<Declared> {
  const shape = Object.fromEntries(
    Object.entries<Filter>(filters).map(([name, filter]) => [name, schemaOf(filter).optional().catch(undefined)]),
  );
  return keyset.extend(shape) as unknown as ListSchema<Declared>;
}

/** The values that a filter can have; the others are left out. */
function listOfValid(isValid: (value: string) => boolean) {
  return z.preprocess(
    (sent) => (typeof sent === "string" ? sent.split(",").filter(isValid) : sent),
    z.array(z.string().refine(isValid)).max(50),
  );
}

function schemaOf(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "choice":
      return z.enum(filter.values);
    case "choices":
      return listOfValid((value) => filter.values.includes(value));
    case "several":
      return listOfValid((value) => filter.form.test(value));
    case "boolean":
      return queryBoolean;
    case "from":
    case "to":
      return queryInstant;
    case "search":
      return z.string().trim().min(1).max(longestSearch).regex(printable);
    case "text":
      return z
        .string()
        .trim()
        .min(1)
        .max(longestSearch)
        .regex(filter.form ?? printable);
  }
}
