import { and, asc, desc, gt, lt } from "drizzle-orm";
import type { Column } from "drizzle-orm";
import { isBackward } from "#lib/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/lists/portal-lists.ts";

interface Examined {
  place: number;
  fits: boolean;
}

/** `lookedTo` is where the examination ended before the page was full, else null. */
export interface BoundedPage<Row> extends ListPage<Row> {
  lookedTo: Date | null;
}

/** Makes a page from the examined rows. Cursors continue from the last one, whether it matches or not, so that none is left out. */
export function makeBoundedPage<Read extends Examined, Row>(
  read: readonly Read[],
  query: Keyset,
  row: { cursorOf: (read: Read) => string; placeOf: (read: Read) => Date; make: (read: Read) => Row },
  bound = maxExamined,
): BoundedPage<Row> {
  const { before, limit } = query;
  const found = read.filter(({ fits, place }) => fits && place <= bound);
  const shown = found.slice(0, limit);
  const isFull = found.length > limit;
  const goesOn = isFull || read.some(({ place }) => place > bound);
  const begin = read.find(({ place }) => place === 1);
  const end = isFull ? shown.at(-1) : read.find(({ place }) => place === bound);
  const lookedTo = goesOn && !isFull && end !== undefined ? row.placeOf(end) : null;
  const onward = goesOn && end !== undefined ? row.cursorOf(end) : null;
  const back = begin === undefined ? null : row.cursorOf(begin);
  const rows = shown.map(row.make);
  return isBackward(query)
    ? { rows: rows.toReversed(), older: back, newer: onward, lookedTo }
    : { rows, older: onward, newer: before === undefined ? null : back, lookedTo };
}

/** The rows for `makeListPage` in Drizzle, ordered by an `id` that grows with time. */
export function rowsOfPage(id: Column, query: Keyset) {
  const { before, after, limit } = query;
  return {
    where: and(before === undefined ? undefined : lt(id, before), isBackward(query) ? gt(id, after) : undefined),
    orderBy: isBackward(query) ? asc(id) : desc(id),
    limit: limit + 1,
  };
}

// No imports, since the browser loads this file.

/** How many rows a page examines at most. Filters with an index stay below; others end the page early and say how far back it looked. */
export const maxExamined = 5_000;

/** How many of its newest rows the chart and the counts above a list are of; with more they say how far back that is. */
export const maxSummed = 10_000;

export const maxExportRows = 100_000;

/** Above it, a claims count says "or more". */
export const maxCounted = 1_000;
