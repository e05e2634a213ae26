import { z } from "zod";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import { maxSearchLength, printable } from "#lib/platform/text/characters.ts";
import { queryBoolean, queryInstant } from "#lib/platform/wire/wire.ts";

/** Few enough to scroll on a phone. */
export const rowsPerPage = 25;

export const searchText = z.string().trim().min(1).max(200);

/** A cursor of a list. Null, as the address has it, is none, and so is an invalid one. */
export function cursorIn(form: z.ZodString): z.ZodOptional<z.ZodType<string, string | null>> {
  // `catch` also takes the null of an address, which its type leaves out.
  return form.optional().catch(undefined) as unknown as z.ZodOptional<z.ZodType<string, string | null>>;
}

const cursor = cursorIn(z.string().min(1).max(100));

/** `after` is the newest row seen and leads to newer ones; `before` is the oldest and leads to older ones. */
export const keyset = z.object({
  before: cursor,
  after: cursor,
  limit: z.coerce.number().int().min(1).max(100).default(rowsPerPage),
});
export type Keyset = z.output<typeof keyset>;

/** A page, newest first or in the list's own order; null cursors at its ends. */
export interface ListPage<Row> {
  rows: Row[];
  older: string | null;
  newer: string | null;
}

/** True on the way back to the beginning of the list. */
export function isBackward({ before, after }: Pick<Keyset, "before" | "after">): boolean {
  return before === undefined && after !== undefined;
}

/** Makes a page from the rows read, one more than `limit`: with `before` those behind it, with `after` those ahead in reverse order. */
export function makeListPage<Row>(read: readonly Row[], query: Keyset, cursorOf: (row: Row) => string): ListPage<Row> {
  const { before, limit } = query;
  const rising = isBackward(query);
  const hasMore = read.length > limit;
  const stored = read.slice(0, limit);
  const rows = rising ? stored.toReversed() : stored;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last !== undefined && (rising || hasMore) ? cursorOf(last) : null,
    newer: first !== undefined && (rising ? hasMore : before !== undefined) ? cursorOf(first) : null,
  };
}

/**
 * A filter of a list, from which address, schema, bar and SQL derive. No zod and no SQL here, since the browser loads it. The first filter
 * in use with an index leads, and the others are checked row by row (lib/platform/lists/list.ts): declare the most selective first.
 */
export type Filter = { isUnindexed?: true | ((value: string) => boolean) } &
  /** The SQL of the list decides what is searched. */
  (
    | { kind: "search" }
    | { kind: "text"; column: string; form?: RegExp }
    | { kind: "choice"; column: string; values: readonly [string, ...string[]] }
    | { kind: "choices"; column: string; values: readonly [string, ...string[]] }
    /** The column is one of several texts; the bar of filters gets its choices elsewhere. */
    | { kind: "several"; column: string; form: RegExp }
    | { kind: "boolean"; column: string }
    /** A day such as `2027-01-31`; the SQL of the list decides which rows are of it. */
    | { kind: "day" }
    /** The ordering instant of the list is from here on, or before here. */
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

export type FilterValues<Declared extends Filters> = { [Name in keyof Declared]?: Read<Declared[Name]> | undefined };

export type ListQuery<Declared extends Filters> = Partial<Keyset> & FilterValues<Declared>;

/** A value as the address of a list has it: instants are texts, and null is no filter. */
type AddressValue<Value> = (Value extends Date ? string : Value) | null;

type FilterShape<Declared extends Filters> = {
  [Name in keyof Declared]: z.ZodOptional<
    z.ZodType<NonNullable<FilterValues<Declared>[Name]>, AddressValue<NonNullable<FilterValues<Declared>[Name]>>>
  >;
};
type ListSchema<Declared extends Filters> = z.ZodObject<(typeof keyset)["shape"] & FilterShape<Declared>>;
type SummarySchema<Declared extends Filters> = z.ZodObject<FilterShape<Declared> & { timeZone: z.ZodDefault<z.ZodType<string, string>> }>;

/** The input of a list's procedure. Invalid values are left out, as the page does. */
export function listQuery<Declared extends Filters>(filters: Declared): ListSchema<Declared> {
  return keyset.extend(shapeOf(filters)) as ListSchema<Declared>;
}

/** The input of the procedure that sums a list up: its filters, and the viewer's time zone by its IANA name. */
export function summaryQuery<Declared extends Filters>(filters: Declared): SummarySchema<Declared> {
  const timeZone = z.string().max(64).default("UTC").transform(chooseTimeZone);
  // shapeOf forgets which filter has which value, as Object.fromEntries does.
  return z.object({ ...shapeOf(filters), timeZone }) as unknown as SummarySchema<Declared>;
}

function shapeOf(filters: Filters): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional().catch(undefined)]));
}

function listOfValid(isValid: (value: string) => boolean) {
  return z.preprocess(
    (value) => (typeof value === "string" ? value.split(",").filter(isValid) : value),
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
      return z.boolean().or(queryBoolean);
    case "from":
    case "to":
      return queryInstant;
    case "day":
      return z.iso.date();
    case "search":
      return z.string().trim().min(1).max(maxSearchLength).regex(printable);
    case "text":
      return z
        .string()
        .trim()
        .min(1)
        .max(maxSearchLength)
        .regex(filter.form ?? printable);
  }
}
