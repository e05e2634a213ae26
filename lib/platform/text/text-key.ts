import { visibleText } from "#lib/platform/text/characters.ts";

/** Read before NFKC, which takes some of them apart: U+00B4 would become a blank and an accent. */
const apostrophes = /[\u2018\u2019\u201B\u02BC\u02B9\u02BB\u2032\u00B4`\uFF07\uFF40]/g;

/**
 * The form in which texts that people type are compared: one kind of apostrophe and white space, NFKC, no invisible signs, no white space
 * around the text or before `? ! : ;` (rules/claims.md#matrix-8).
 */
export function textKey(text: string): string {
  return visibleText(text.replaceAll(apostrophes, "'").normalize("NFKC"))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[?!:;])/g, "");
}
