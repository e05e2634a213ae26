/** Whether a text has no more characters than these: code points, as JSON Schema counts them, so that an emoji is one. */
export function hasAtMost(most: number, text: string): boolean {
  // A character is one or two UTF-16 units: most texts need no counting, and no long one is taken apart.
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}

/** The beginning of a text, so many characters at most and never half of one. */
export function firstCharacters(count: number, text: string): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join("");
}

/** Of a reason for the audit log. */
export const longestReason = 500;

/** The longest text that is searched for in a list of the portal. */
export const longestSearch = 200;

/** A text without control characters. */
export const printable = /^\P{Cc}*$/u;
