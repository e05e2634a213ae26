/** Element id of the heading on the pages before sign-in. */
export const frameTitleId = "frame-title";
