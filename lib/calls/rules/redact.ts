/** How much of a body the call log keeps, in UTF-8 bytes (resolutions.md § 10). */
export const keptBytes = 16_384;

const mark = "…[cut]";
// A key's shape (keys/rules/format.ts), wherever somebody pasted one, the signature of a signed document URL, and NUL.
const unkept = /(cg_(?:dev|live)_)[0-9A-Za-z]{8,}|([?&](?:X-Amz-S|s)ignature=)[^"&\s]+|\0/g;

/** A body as the call log may keep it: keys and signatures taken out, the rest cut at 16 KiB with a mark; null for none. */
export function redactBody(text: string | null): string | null {
  if (text === null || text === "") return null;
  // The margin lets a secret that lies across the cut be seen whole before the cut is made.
  const start = text.length > keptBytes + 1024 ? text.slice(0, keptBytes + 1024) : text;
  const clean = redactText(start);
  if (clean.length * 3 <= keptBytes || Buffer.byteLength(clean) <= keptBytes) return clean;
  return new TextDecoder().decode(Buffer.from(clean).subarray(0, keptBytes - mark.length * 3)).replace(/\uFFFD$/, "") + mark;
}

/** What is kept of a body, without the mark, and whether the body went on. */
export function readKept(text: string): { text: string; isCut: boolean } {
  // A short body that ends in the same words is whole.
  const isCut = text.endsWith(mark) && Buffer.byteLength(text) > keptBytes - 2 * mark.length * 3;
  return { text: isCut ? text.slice(0, -mark.length) : text, isCut };
}

/** A text without keys and signatures, and without the NUL characters and halves of characters that Postgres refuses. */
export function redactText(sent: string): string {
  const text = sent.toWellFormed();
  // Nearly every text has none of them, and to look costs a quarter of replacing.
  if (text.search(unkept) === -1) return text;
  return text.replaceAll(unkept, (match, prefix: string | undefined, parameter: string | undefined) =>
    match === "\0" ? "\uFFFD" : `${prefix ?? parameter ?? ""}[removed]`,
  );
}
