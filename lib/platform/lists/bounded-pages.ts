import { isBackward } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/platform/lists/portal-lists.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

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
  const fitting = read.filter(({ fits, place }) => fits && place <= bound);
  const visible = fitting.slice(0, limit);
  const isFull = fitting.length > limit;
  const goesOn = isFull || read.some(({ place }) => place > bound);
  const begin = read.find(({ place }) => place === 1);
  const end = isFull ? visible.at(-1) : read.find(({ place }) => place === bound);
  const lookedTo = goesOn && !isFull && end !== undefined ? row.placeOf(end) : null;
  const onward = goesOn && end !== undefined ? row.cursorOf(end) : null;
  const back = begin === undefined ? null : row.cursorOf(begin);
  const rows = visible.map(row.make);
  return isBackward(query)
    ? { rows: rows.toReversed(), older: back, newer: onward, lookedTo }
    : { rows, older: onward, newer: before === undefined ? null : back, lookedTo };
}
