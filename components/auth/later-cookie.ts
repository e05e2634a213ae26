/** Cookie that remembers that the user postponed setting up a second factor. */
export const laterCookie = "covergate-second-factor-later";

/** Cookie with the session that has seen the question for a second factor. */
export const askedCookie = "covergate-second-factor-asked";
