/** Limits of texts and values that every part of the API shares; texts count as lib/platform/text/characters.ts counts. */
export const identifierLimit = 128;
export const textLimit = 500;
/** In euros without tax; the insurer quotes higher values. */
export const valueLimit = 15_000;
export const minValue = 0.01;
/** As published, for programs in any language; what is checked is `isBlank`. */
export const notBlank = /\S/;
