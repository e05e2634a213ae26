/** A text as it is searched: lower case, without accents. */
function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The longest word that was typed: what has it is the least to look through for the others. */
export function longestWord(typed: string): string {
  return typed.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** The words of a text in lower case, without accents. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** What is looked through: each less telling than the one before. */
export interface Texts {
  text: string;
  hint?: string;
  /** What is written there. */
  body?: string;
}

/**
 * How well something fits what was typed; undefined where it does not. Each typed word has to begin a word of it. Lower is better: the text
 * begins so, then all words are in the text itself, then some are in the hint, then some are in the body.
 */
export function rankOf(typed: string, { text, hint = "", body = "" }: Texts): number | undefined {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return undefined;
  const own = wordsOf(text);
  if (wanted.every((word, place) => own[place]?.startsWith(word) === true)) return 0;
  const among = [own, [...own, ...wordsOf(hint)], [...own, ...wordsOf(hint), ...wordsOf(body)]];
  const place = among.findIndex((words) => wanted.every((word) => words.some((each) => each.startsWith(word))));
  return place === -1 ? undefined : place + 1;
}

/** The entries that fit what was typed, the best first, otherwise in their order. */
export function rank<Entry>(typed: string, entries: readonly Entry[], textsOf: (entry: Entry) => Texts): Entry[] {
  return entries
    .flatMap((entry) => {
      const place = rankOf(typed, textsOf(entry));
      return place === undefined ? [] : [{ entry, place }];
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
