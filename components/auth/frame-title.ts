/** The heading of the pages before one is signed in. */
export const frameTitleId = "frame-title";
