import type { IncomingMessage } from "node:http";
import type { UnreadError } from "#lib/api/admission.ts";

/** A name or address with an optional port (RFC 3986 § 3.2.2): no user, no path, not empty. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Checks for whom a request is. HTTP/1.1 needs exactly one valid `Host` (RFC 9112 § 3.2). The authority of a target in absolute form
 * replaces it (§ 3.2.2), and the target becomes its path and query, so that everything after this sees one form.
 */
export function resolveHost(request: IncomingMessage): UnreadError | undefined {
  const hosts = request.rawHeaders.filter((_text, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === "host");
  if (hosts.length > 1) return unreadable("the header host is sent more than once");
  const [host] = hosts;
  if (host === undefined ? request.httpVersion !== "1.0" : !hostPattern.test(host)) {
    return unreadable("the header host must name one host, with a port or without");
  }
  // RFC 9112 § 6.1: such framing is faulty.
  if (request.httpVersion === "1.0" && request.headers["transfer-encoding"] !== undefined) {
    return unreadable("HTTP/1.0 has no transfer-encoding");
  }
  const [, authority, rest = ""] = absoluteForm.exec(request.url ?? "") ?? [];
  if (authority === undefined) return undefined;
  if (!hostPattern.test(authority)) return unreadable("the target must name one host, with a port or without");
  const others = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && name.toLowerCase() !== "host" ? [name, all[index + 1] ?? ""] : [],
  );
  request.rawHeaders = ["Host", authority, ...others];
  request.headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return undefined;
}

function unreadable(message: string): UnreadError {
  return { error: "MALFORMED_REQUEST", message };
}
