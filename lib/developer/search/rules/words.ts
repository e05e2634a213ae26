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
const fillers = new Set(
  [
    "a an the my our your this i me we you it is are do does did can could to for of on in at how what where which who when why want need please",
    "was were been not le la les l un une des du de d mon ma mes notre nos votre ce cette je j me se s nous vous il est sont au aux en et y",
    "comment ou que qu quoi quel quelle quels quelles qui quand peux puis peut veux voudrais faut faire pour sur dans pourquoi ete etait ont pas",
  ].flatMap((words) => words.split(" ")),
);

/** A typed text without the words that say nothing of what is looked for: "how do I rotate my key" is "rotate key". */
export function withoutFillers(typed: string): string {
  return typed
    .split(/\s+/)
    .map((word) => word.replace(/^(?:qu|[djls])['’]/iu, ""))
    .filter((word) => wordsOf(word).some((part) => !fillers.has(part)))
    .join(" ");
}
