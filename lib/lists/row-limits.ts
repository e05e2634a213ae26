// No imports, since the browser loads this file.

/** How many rows a page examines at most. Filters with an index stay below; others end the page early and say how far back it looked. */
export const maxExamined = 5_000;

export const maxExportRows = 100_000;

/** Above it, a claims count says "or more". */
export const maxCounted = 1_000;
