import { z } from "zod";

/** How many rows a list of the portal shows at once. */
const rowsPerPage = 50;

/** Where a list goes on: after the newest row that is seen towards newer ones, or before the oldest towards older ones. */
export const keyset = z.object({
  before: z.string().min(1).max(100).optional(),
  after: z.string().min(1).max(100).optional(),
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

/** Several values in one parameter of a query, separated by commas as filters are kept in the address: `status=4xx,5xx`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess((sent) => (typeof sent === "string" ? sent.split(",").filter((text) => text !== "") : sent), z.array(item).max(50));
}
