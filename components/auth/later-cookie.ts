/** Cookie that remembers that the user postponed setting up a second factor. */
export const laterCookie = "covergate-second-factor-later";
