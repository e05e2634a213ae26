"use client";

import { useState } from "react";
import type { SyntheticEvent } from "react";

/**
 * An action that a click or a form starts: `isBusy` while `work` runs, and the `error` if it throws. With `leadsAway` it stays busy after a
 * success, so that a second click does nothing before the next page is there.
 */
export function useAction(work: () => Promise<unknown>, { leadsAway = false } = {}) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function perform() {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
      if (!leadsAway) setIsBusy(false);
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  }
  return {
    isBusy,
    error,
    clearError: () => setError(undefined),
    start: (event?: SyntheticEvent) => {
      event?.preventDefault();
      void perform();
    },
  };
}
