import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

/** The codes of errors whose code or name contains the typed text, or whose meaning contains several words of it (rules/search.md#find-7). */
export function errorCodesNamed(typed: string): number[] {
  const words = wordsTyped(typed);
  if (words.every((word) => word.length < shortestContained)) return [];
  const codes = Object.entries(errorCatalogue)
    .filter(([name, { code, meaning }]) => {
      const texts = [foldText(name), String(code), ...(words.length > 1 ? [foldText(meaning)] : [])];
      return texts.some((text) => words.every((word) => text.includes(word)));
    })
    .map(([, { code }]) => code);
  return [...new Set(codes)];
}
