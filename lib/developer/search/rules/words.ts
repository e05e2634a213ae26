import { foldLetters } from "#lib/platform/text/fold.ts";

/** The words of a text in lower case, without accents. */
export function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether each typed word begins a word of the text. */
export function beginsWords(typed: string, text: string): boolean {
  const [words, typedWords] = [wordsOf(text), wordsOf(typed)];
  return typedWords.length > 0 && typedWords.every((part) => words.some((word) => word.startsWith(part)));
}

/** Words that people put around what they look for, in both languages, as `wordsOf` writes them. */
const fillers = new Set([
  ..."a an the my our your this i me we you it is are do does did can could to for of on in at how what where which who when why want need please was were been not".split(
    " ",
  ),
  ..."le la les l un une des du de d mon ma mes notre nos votre ce cette je j me se s nous vous il est sont au aux a en et y".split(" "),
  ..."comment ou que qu quoi quel quelle quels quelles qui quand peux puis peut veux voudrais faut faire pour sur dans pourquoi ete etait ont pas".split(
    " ",
  ),
]);

/** A typed text without the words that say nothing of what is looked for: "how do I rotate my key" is "rotate key". */
export function withoutFillers(typed: string): string {
  return typed
    .split(/\s+/)
    .map((word) => word.replace(/^(?:qu|[djls])['’]/iu, ""))
    .filter((word) => wordsOf(word).some((part) => !fillers.has(part)))
    .join(" ");
}

/** Whether a word of a text is meant by a typed one. */
export type Meaning = (word: string, typed: string) => boolean;

const begins: Meaning = (word, typed) => word.startsWith(typed);

const shortestMistyped = /^\p{L}{5,}$/u;

/**
 * True if the word begins with the typed one, even with one typing error in at least five letters: a letter is missing, added or
 * exchanged, or two are swapped (rules/search.md#palette-1). The first letter is right, or swapped with the second: other words would be met within words.
 */
export function beginsNearly(word: string, typed: string): boolean {
  if (begins(word, typed)) return true;
  if (!shortestMistyped.test(typed)) return false;
  let place = 0;
  while (word[place] === typed[place]) place += 1;
  const [wanted, given] = [word.slice(place), typed.slice(place)];
  const swapped = `${given.slice(1, 2)}${given.slice(0, 1)}${given.slice(2)}`;
  if (wanted.startsWith(swapped)) return true;
  const [isMissing, isAdded] = [wanted.slice(1).startsWith(given), wanted.startsWith(given.slice(1))];
  return place > 0 && (isMissing || isAdded || wanted.slice(1).startsWith(given.slice(1)));
}

/**
 * How well a text fits what was typed; undefined if it does not. Each typed word has to begin a word of the text or of its hint. Parts
 * that are typed without a space, as in "FR-1", have to follow each other there. Lower is better: the text begins so, then all words are
 * in the text itself, then some are in the hint.
 */
export function rankOf(typed: string, text: string, hint = "", means: Meaning = begins): number | undefined {
  const wanted = typed
    .split(/\s+/)
    .map(wordsOf)
    .filter((parts) => parts.length > 0);
  if (wanted.length === 0) return undefined;
  const own = wordsOf(text);
  if (wanted.flat().every((word, place) => means(own[place] ?? "", word))) return 0;
  // "lookup" finds "Look-up" too.
  const withJoined = [...own, ...wordsOf(text.replaceAll("-", ""))];
  if (wanted.every((parts) => isIn(withJoined, parts, means))) return 1;
  const all = [...withJoined, ...wordsOf(hint)];
  return wanted.every((parts) => isIn(all, parts, means)) ? 2 : undefined;
}

/** Whether these parts follow each other among the words; the last may be the beginning of one. */
function isIn(words: readonly string[], parts: readonly string[], means: Meaning): boolean {
  const last = parts.length - 1;
  return words.some((_, start) =>
    parts.every((part, place) => (place === last ? means(words[start + place] ?? "", part) : words[start + place] === part)),
  );
}

const isWhole: Meaning = (word, typed) => word === typed;

/** Texts with the typed words as whole words go before those that words begin with; of numbers, wherever the text has them. */
function placeFor(typed: string, text: string, hint: string | undefined, means: Meaning): number | undefined {
  const place = rankOf(typed, text, hint, means);
  if (place === undefined) return undefined;
  if (/^\d+$/.test(typed.trim())) return place + (rankOf(typed, text, hint, isWhole) === undefined ? 3 : 0);
  return place + (rankOf(typed, text, "", isWhole) === undefined ? 0.5 : 0);
}

/** The entries that fit the typed text, the best first, otherwise in their order. */
export function rank<Entry>(
  typed: string,
  entries: readonly Entry[],
  textsOf: (entry: Entry) => { text: string; hint?: string },
  means: Meaning = begins,
): Entry[] {
  return entries
    .flatMap((entry) => {
      const { text, hint } = textsOf(entry);
      const place = placeFor(typed, text, hint, means);
      return place === undefined ? [] : [{ entry, place }];
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
