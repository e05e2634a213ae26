"use client";

import { useLayoutEffect, useRef, useState } from "react";

interface Stable<Row> {
  rows: readonly Row[];
  /** How many newer rows wait; at least so many where `isMore`. */
  waiting: number;
  isMore: boolean;
  showAll: () => void;
}

/**
 * Keeps the rows of a refreshing list in place while the user works in it. Visible rows are updated and newer ones wait for a click, so
 * that nothing moves under the pointer. Rows that the user made do not wait (`isBusy` is false). `asked` identifies the list: a different one, such as after a change of filters, is shown at once.
 */
export function useStableRows<Row>(
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  isBusy: () => boolean,
  queryKey: string,
): Stable<Row> {
  const [visible, setShown] = useState({ asked: queryKey, rows: fresh });
  const seen = useRef(fresh);
  // Before the paint, so that no row waits visibly without need.
  useLayoutEffect(() => {
    if (seen.current === fresh) return;
    seen.current = fresh;
    setShown((before) =>
      before.asked === queryKey && isBusy() && hasNewer(before.rows, fresh, idOf)
        ? { asked: queryKey, rows: upToDate(before.rows, fresh, idOf) }
        : { asked: queryKey, rows: fresh },
    );
  }, [fresh, idOf, isBusy, queryKey]);

  const [first] = visible.rows;
  const place = first === undefined ? 0 : fresh.findIndex((row) => idOf(row) === idOf(first));
  return {
    rows: visible.rows,
    waiting: place === -1 ? fresh.length : place,
    isMore: place === -1,
    showAll: () => setShown({ asked: queryKey, rows: fresh }),
  };
}

/** True if the list begins with rows that are not yet shown. */
function hasNewer<Row>(visible: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): boolean {
  const [newest] = fresh;
  return newest !== undefined && visible.length > 0 && !visible.some((row) => idOf(row) === idOf(newest));
}

function upToDate<Row>(visible: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  return visible.map((row) => byId.get(idOf(row)) ?? row);
}
