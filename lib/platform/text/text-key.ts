/** The form in which texts that people type are compared: NFKC, one kind of white space and apostrophe, ends trimmed (rules/claims.md#matrix-8). */
export function textKey(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2018\u2019\u02BC\u02B9\u2032\u00B4`]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}
