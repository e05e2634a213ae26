/** What a door refuses before it looks at who asks: the status, and what may be asked instead. */
export interface Inadmissible {
  error: "MALFORMED_REQUEST" | "METHOD_NOT_ALLOWED";
  message: string;
  allow?: string;
}

const apiPath = /^\/(?:v2|files|healthz|readyz)(?:[/?]|$)/;

/** Whether a target belongs to the public API, which answers for whatever its paths hold. */
export function isApiTarget(target: string): boolean {
  return apiPath.test(target);
}

const methodsOfPages = ["GET", "HEAD"];
const methodsOfJson = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Why a request's first line is refused, or undefined for one that may go on. Only what Next answers with a failure of its own is looked
 * at: a target that is no path of ours (RFC 9112 § 3.2: `*`, a whole address, an authority), escapes that are no characters, and methods
 * that no page has. The public API refuses its own in its envelope.
 */
export function refuseLine(method: string, target: string): Inadmissible | undefined {
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
