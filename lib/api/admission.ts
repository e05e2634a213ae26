import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

/** An error before authentication. */
export interface UnreadError {
  error: ErrorName;
  message?: string;
  /** The methods that the path takes. */
  allow?: string;
  /** In seconds. */
  retryAfter?: number;
}

const apiPath = /^\/(?:v2|files|clients|claim|healthz|readyz|metrics)(?:[/?]|$)/;

export function isApiTarget(target: string): boolean {
  return apiPath.test(target);
}

/** Resources of the API without the `/v2` before them. */
const resourcePath = /^\/(?:contracts|products|renters|geo|claims|events|statements|sandbox)(?:\/|$)/;

const methodsOfPages = ["GET", "HEAD"];
/** Paths that are no pages, but answer in JSON. */
const jsonPath = /^\/(?:api\/|mcp(?:[/?]|$))/;
const methodsOfJson = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Paths that a downstream parser may normalize differently: a segment `.` or `..`, escaped or not, a backslash, an authority. */
const ambiguousPath = /\\|^\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Checks a request line; undefined lets it pass. It refuses paths that others would resolve to another one, so that `isApiTarget` decides
 * for good who answers, and what Next would answer with a 500: targets that are no path (RFC 9112 § 3.2: `*`, a URL, an authority), invalid
 * escapes, and methods of no page. The public API refuses its own in its envelope.
 */
export function checkRequestLine(method: string, target: string): UnreadError | undefined {
  if (!target.startsWith("/")) return { error: "MALFORMED_REQUEST", message: "the request must name a path, which begins with a slash" };
  const path = target.replace(/\?.*$/s, "");
  if (ambiguousPath.test(path)) {
    return { error: "MALFORMED_REQUEST", message: "the path must have no segment . or .., no backslash, and one slash at its beginning" };
  }
  if (isApiTarget(target)) return undefined;
  if (resourcePath.test(path)) {
    return { error: "UNKNOWN_PATH", message: `there is no such endpoint: every path begins with /v2, as /v2${path} does` };
  }
  if (!isDecodable(path)) {
    return { error: "MALFORMED_REQUEST", message: "the path has an escape that is no character" };
  }
  const allowed = jsonPath.test(target) ? methodsOfJson : methodsOfPages;
  if (allowed.includes(method)) return undefined;
  const allow = allowed.join(", ");
  return { error: "METHOD_NOT_ALLOWED", message: `the method ${method} is not allowed here; allowed: ${allow}`, allow };
}

/**
 * Paths that Next would answer by its own copies of the API, past the checks above: its optimizer of images, its data routes,
 * renderings by suffix, and paths that are the API's once they are decoded. No page of ours uses them.
 */
const internalPath = /^\/_next(?:\/(?!static\/)|$)|\.rsc$|\.segments(?:\/|$)/;

/** True for a target that leads into Next and to no page. */
export function isInternalTarget(target: string): boolean {
  const path = decodeURIComponent(target.replace(/\?.*$/s, ""));
  return internalPath.test(path) || isApiTarget(path);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
