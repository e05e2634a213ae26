/** Letters without a removable accent, with the letters that people type instead. */
const typedAs: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", ø: "o" };

/** A text as it is searched: lower case, without accents. */
function folded(text: string): string {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[œæßø]/g, (letter) => typedAs[letter] ?? letter);
}

/** The longest word: it matches the fewest rows, which are then checked for the others. */
function longestWord(typed: string): string {
  return typed.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Returns the search terms: the whole text, since its longest word alone may match more names than a page has, and that word. */
export function searchesFor(typed: string): string[] {
  return [...new Set([typed, longestWord(typed)])];
}

/** The words of a text in lower case, without accents. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * How well a text fits what was typed; undefined if it does not. Each typed word has to begin a word of the text or of its hint. Parts
 * that are typed without a space, as in "FR-1", have to follow each other there. Lower is better: the text begins so, then all words are
 * in the text itself, then some are in the hint.
 */
export function rankOf(typed: string, text: string, hint = ""): number | undefined {
  const wanted = typed
    .split(/\s+/)
    .map(wordsOf)
    .filter((parts) => parts.length > 0);
  if (wanted.length === 0) return undefined;
  const own = wordsOf(text);
  if (wanted.flat().every((word, place) => own[place]?.startsWith(word) === true)) return 0;
  // "lookup" finds "Look-up" too.
  const withJoined = [...own, ...wordsOf(text.replaceAll("-", ""))];
  if (wanted.every((parts) => isIn(withJoined, parts))) return 1;
  const all = [...withJoined, ...wordsOf(hint)];
  return wanted.every((parts) => isIn(all, parts)) ? 2 : undefined;
}

/** Whether these parts follow each other among the words; the last may be the beginning of one. */
function isIn(words: readonly string[], parts: readonly string[]): boolean {
  const last = parts.length - 1;
  return words.some((_, start) =>
    parts.every((part, place) => (place === last ? words[start + place]?.startsWith(part) === true : words[start + place] === part)),
  );
}

/** The entries that fit the typed text, the best first, otherwise in their order. */
export function rank<Entry>(typed: string, entries: readonly Entry[], textsOf: (entry: Entry) => { text: string; hint?: string }): Entry[] {
  return entries
    .flatMap((entry) => {
      const { text, hint } = textsOf(entry);
      const place = rankOf(typed, text, hint);
      return place === undefined ? [] : [{ entry, place }];
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
