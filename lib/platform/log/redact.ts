import { decodeLayers } from "#lib/platform/log/mask.ts";

/** In UTF-8 bytes (rules/call-log.md#record-2). */
export const keptBytes = 16_384;

const mark = "…[cut]";
// API keys and webhook secrets, the signature of a signed document URL, the token of a claim link, and NUL.
const removedPattern =
  /(cg_(?:dev|live)_)[0-9A-Za-z]{8,}|(whsec_)[0-9A-Za-z+/=]{16,}|([?&](?:X-Amz-S|s)ignature=)[^"&\s]+|(\/claim\/)[\w-]{27}|\0/g;
const escaped = /%[0-7][0-9a-f]|\\(?:u00[0-7][0-9a-f]|["\\/])/i;

/** Prepares a body for the call log: removes keys and signatures and cuts it at 16 KiB. */
export function redactBody(text: string | null): string | null {
  if (text === null || text === "") return null;
  // The margin contains a secret that lies across the cut.
  const start = text.length > keptBytes + 1024 ? text.slice(0, keptBytes + 1024) : text;
  const clean = redactText(start);
  if (clean.length * 3 <= keptBytes || Buffer.byteLength(clean) <= keptBytes) return clean;
  return new TextDecoder().decode(Buffer.from(clean).subarray(0, keptBytes - mark.length * 3)).replace(/\uFFFD$/, "") + mark;
}

/** The stored text without the mark, and whether it was cut. */
export function readKept(text: string): { text: string; isCut: boolean } {
  // A short body may end in the same words.
  const isCut = text.endsWith(mark) && Buffer.byteLength(text) > keptBytes - 2 * mark.length * 3;
  return { text: isCut ? text.slice(0, -mark.length) : text, isCut };
}

/** Removes keys and signatures, however escaped, and characters that Postgres refuses. */
export function redactText(input: string): string {
  const text = removeEscaped(input.toWellFormed());
  // Most texts contain none, and the search costs a quarter of the replacement.
  if (text.search(removedPattern) === -1) return text;
  return text.replaceAll(removedPattern, (match, ...prefixes: (string | undefined)[]) =>
    match === "\0" ? "\uFFFD" : `${prefixOf(prefixes)}[removed]`,
  );
}

/** Removes secrets that only appear after decoding: `cg%5Fdev%5F…`, `\u0063g_dev_…`, and double escapes. */
function removeEscaped(text: string): string {
  if (!escaped.test(text)) return text;
  let left = text;
  // Decodes only the rest of earlier layers, so that no place is cut twice.
  for (let depth = 0; ; depth += 1) {
    const layer = decodeLayers(left)[depth];
    if (layer === undefined) return left;
    const { text: decoded, at } = layer;
    const secrets = [...decoded.matchAll(removedPattern)].filter(([match]) => match !== "\0");
    for (const { 0: match, index, ...groups } of secrets.toReversed()) {
      const prefix = prefixOf([groups[1], groups[2], groups[3], groups[4]]);
      left = `${left.slice(0, at[index + prefix.length])}[removed]${left.slice(at[index + match.length])}`;
    }
  }
}

function prefixOf(groups: readonly (string | undefined)[]): string {
  return groups.slice(0, 4).find((group) => typeof group === "string") ?? "";
}
