import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The codes of errors whose code or name contains the typed text (rules/search.md#find-2). */
export function errorCodesNamed(typed: string): number[] {
  const fragments = fragmentsOf(typed);
  if (fragments.length === 0) return [];
  const codes = Object.entries(errorCatalogue)
    .filter(([name, { code }]) => [foldText(name), String(code)].some((text) => fragments.every((fragment) => text.includes(fragment))))
    .map(([, { code }]) => code);
  return [...new Set(codes)];
}
