/** With it the page for the insured stays below 100 kB before the first tap. */
export const maxLogoBytes = 40_000;
