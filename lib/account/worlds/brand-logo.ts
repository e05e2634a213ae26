/** Pictures that every phone shows. SVG is not among them, since it can hold scripts. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** With it the page for the insured stays below 100 kB before the first tap. */
export const maxLogoBytes = 40_000;
