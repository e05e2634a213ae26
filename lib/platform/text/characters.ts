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
