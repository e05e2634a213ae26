import { endpoints } from "#lib/developer/endpoints.ts";

/** More are no path that somebody looks for. */
const mostNamed = 8;

const shapeOf = (text: string) => text.replaceAll(/\{\w+\}/g, "{}");

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
