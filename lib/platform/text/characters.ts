/** Counts code points, as JSON Schema does, so that an emoji is one character. */
export function hasAtMost(most: number, text: string): boolean {
  // A character is one or two UTF-16 units, so most texts need no counting.
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}

/** At most `count` characters, never half of one. */
export function firstCharacters(count: number, text: string): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join("");
}

/** Escapes a text between tags of XML and HTML, and for a chat that reads the same three signs. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export const maxReasonLength = 500;

export const maxSearchLength = 200;

export const printable = /^\P{Cc}*$/u;

/** Signs that nobody sees: marks of direction and format, fillers, and the empty Braille pattern. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without invisible signs, and without the white space around it (rules/errors.md#requests-13). */
export function visibleText(text: string): string {
  return text.replaceAll(invisible, "").trim();
}

/** True for a text in which nothing can be seen; it counts as missing. */
export function isBlank(text: string): boolean {
  return visibleText(text) === "";
}

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
