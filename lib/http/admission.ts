/** A refusal before authentication; `allow` lists the methods that the path takes. */
export interface RequestLineError {
  error: "MALFORMED_REQUEST" | "METHOD_NOT_ALLOWED";
  message: string;
  allow?: string;
}

const apiPath = /^\/(?:v2|files|healthz|readyz)(?:[/?]|$)/;

export function isApiTarget(target: string): boolean {
  return apiPath.test(target);
}

const methodsOfPages = ["GET", "HEAD"];
const methodsOfJson = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Checks a request line; undefined lets it pass. It refuses only what Next would answer with a 500: targets that are no path (RFC 9112 §
 * 3.2: `*`, a URL, an authority), invalid escapes, and methods of no page. The public API refuses its own in its envelope.
 */
export function checkRequestLine(method: string, target: string): RequestLineError | undefined {
  if (!target.startsWith("/")) return { error: "MALFORMED_REQUEST", message: "the request must name a path, which begins with a slash" };
  if (isApiTarget(target)) return undefined;
  if (!isDecodable(target.replace(/\?.*$/s, ""))) {
    return { error: "MALFORMED_REQUEST", message: "the path has an escape that is no character" };
  }
  const allowed = target.startsWith("/api/") ? methodsOfJson : methodsOfPages;
  if (allowed.includes(method)) return undefined;
  const allow = allowed.join(", ");
  return { error: "METHOD_NOT_ALLOWED", message: `the method ${method} is not allowed here; allowed: ${allow}`, allow };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
