"use client";

import { useLayoutEffect, useRef, useState } from "react";

/**
 * Keeps the rows of a refreshing list in place while the user works in it. Visible rows are updated and newer ones wait for a click, so
 * that nothing moves under the pointer.
 */
export function useStableRows<Row>(
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  isBusy: () => boolean,
): { rows: readonly Row[]; waiting: number; showAll: () => void } {
  const [shownIds, setShownIds] = useState<readonly string[]>(() => fresh.map(idOf));
  const seen = useRef(fresh);
  // Before the paint, so that no row waits visibly without need.
  useLayoutEffect(() => {
    if (seen.current === fresh) return;
    seen.current = fresh;
    const ids = fresh.map(idOf);
    setShownIds((shown) => (isBusy() && isContinuation(shown, ids) ? shown : ids));
  }, [fresh, idOf, isBusy]);

  const first = shownIds[0];
  const start = first === undefined ? 0 : fresh.findIndex((row) => idOf(row) === first);
  // A different list, such as after a change of filters, is shown at once.
  const waiting = start > 0 && !shownIds.includes(idOf(fresh[0] as Row)) ? start : 0;
  return { rows: waiting === 0 ? fresh : fresh.slice(waiting), waiting, showAll: () => setShownIds(fresh.map(idOf)) };
}

/** True if the new list continues the shown one below newer rows. */
function isContinuation(shown: readonly string[], ids: readonly string[]): boolean {
  const [first] = shown;
  return first !== undefined && ids.includes(first);
}
