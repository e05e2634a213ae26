import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The codes of errors whose code or name contains the typed text, or whose meaning contains several words of it (rules/search.md#find-4). */
export function errorCodesNamed(typed: string): number[] {
  const fragments = fragmentsOf(typed);
  if (fragments.length === 0) return [];
  const codes = Object.entries(errorCatalogue)
    .filter(([name, { code, meaning }]) => {
      const texts = [foldText(name), String(code), ...(fragments.length > 1 ? [foldText(meaning)] : [])];
      return texts.some((text) => fragments.every((fragment) => text.includes(fragment)));
    })
    .map(([, { code }]) => code);
  return [...new Set(codes)];
}
