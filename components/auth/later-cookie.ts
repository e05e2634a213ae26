/** Where a browser keeps that its user was asked for a second factor and would rather do it later. */
export const laterCookie = "covergate-second-factor-later";
