"use client";

import { useLayoutEffect, useRef, useState } from "react";

/**
 * The rows to show of a list that refreshes by itself. While somebody is at work in it, rows that are already seen are kept
 * up to date in their place and newer ones wait to be asked for, so that nothing moves under a pointer.
 */
export function useStableRows<Row>(
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  isBusy: () => boolean,
): { rows: readonly Row[]; waiting: number; showAll: () => void } {
  const [shownIds, setShownIds] = useState<readonly string[]>(() => fresh.map(idOf));
  const seen = useRef(fresh);
  // Before the browser paints, so that nobody sees the rows wait that need not.
  useLayoutEffect(() => {
    if (seen.current === fresh) return;
    seen.current = fresh;
    const ids = fresh.map(idOf);
    setShownIds((shown) => (isBusy() && isContinuation(shown, ids) ? shown : ids));
  }, [fresh, idOf, isBusy]);

  const first = shownIds[0];
  const start = first === undefined ? 0 : fresh.findIndex((row) => idOf(row) === first);
  // Another list altogether, such as after a change of filters: shown as it is.
  const waiting = start > 0 && !shownIds.includes(idOf(fresh[0] as Row)) ? start : 0;
  return { rows: waiting === 0 ? fresh : fresh.slice(waiting), waiting, showAll: () => setShownIds(fresh.map(idOf)) };
}

/** Whether the list that is shown is there in the new one, below newer rows. */
function isContinuation(shown: readonly string[], ids: readonly string[]): boolean {
  const [first] = shown;
  return first !== undefined && ids.includes(first);
}
