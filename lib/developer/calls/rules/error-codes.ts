import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

/** Above this backlog (the database is unavailable) the oldest records are dropped. */
const limits = { calls: 50_000, characters: 67_108_864 };

/** The bodies of a row of the log. */
interface Bodies {
  request_body: string | null;
  response_body: string | null;
}

/** More are no path that somebody looks for. */
const mostNamed = 8;

const shapeOf = (text: string) => text.replaceAll(/\{\w+\}/g, "{}");

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

/** The endpoints of a typed path such as `/v2/contracts`, or those whose path begins so (rules/search.md#find-7). */
export function endpointsNamed(typed: string): string[] {
  const path = typed
    .trim()
    .replace(/^(?:GET|POST|PUT|PATCH|DELETE)\s+/i, "")
    .replace(/^\/?v2(?=\/)/, "")
    .replace(/\/$/, "");
  if (!path.startsWith("/")) return [];
  const whole = endpoints.filter((endpoint) => shapeOf(endpoint.path) === shapeOf(path));
  const named = whole.length > 0 ? whole : endpoints.filter((endpoint) => endpoint.path.startsWith(path));
  return named.slice(0, mostNamed).map(({ id }) => id);
}

export function keepNewest<Call extends Bodies>(calls: readonly Call[], { calls: maxCalls, characters: maxCharacters } = limits): Call[] {
  let characters = 0;
  const tooMuch = calls.findLastIndex(({ request_body: asked, response_body: answered }, index) => {
    characters += (asked?.length ?? 0) + (answered?.length ?? 0);
    return calls.length - index > maxCalls || characters > maxCharacters;
  });
  return calls.slice(tooMuch + 1);
}
