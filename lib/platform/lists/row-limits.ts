// No imports, since the browser loads this file.

/** How many rows a page examines at most. Filters with an index stay below; others end the page early and say how far back it looked. */
export const maxExamined = 5_000;

/** How many of its newest rows the chart and the counts above a list are of, and the count before all are replayed; with more they say how far back that is. */
export const maxSummed = 10_000;

export const maxExportRows = 100_000;

/** Above it, a claims count says "or more". */
export const maxCounted = 1_000;
