import { isRising } from "#lib/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/portal-lists.ts";
import { maxExamined } from "#lib/row-limits.ts";

/** A row that was looked at for a page. */
interface Examined {
  /** Its place among those looked at, from 1. */
  place: number;
  fits: boolean;
}

/** A stretch of a list; `lookedTo` says where the look-out ended before the page was full, null where it did not. */
export interface BoundedPage<Row> extends ListPage<Row> {
  lookedTo: Date | null;
}

/**
 * A page from what was read for it, in the order of the list: the rows that fit, one more than the page holds, and those at which the
 * look-out begins and ends. The cursors lead on from the last row that was looked at, whether it fits or not, so that nothing is
 * looked at twice and nothing is left out.
 */
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
  return isRising(query)
    ? { rows: rows.toReversed(), older: back, newer: onward, lookedTo }
    : { rows, older: onward, newer: before === undefined ? null : back, lookedTo };
}
