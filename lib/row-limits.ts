// Pages in the browser name these, too: nothing is imported here.

/**
 * As many rows are looked at for one page at most. A filter that an index serves never meets this bound; one that is checked row
 * by row answers as fast as the others, and says how far back it has looked when a page is not full by then.
 */
export const maxExamined = 5_000;

/** As many rows are exported at most. */
export const maxExportRows = 100_000;

/** As many claims of a state are counted; of more it is said that there are more. */
export const maxCounted = 1_000;
