import { createHash } from "node:crypto";
import type { MethodHandler } from "#lib/http/route.ts";
import { newId } from "#lib/ids.ts";

/**
 * A handler for `route` that answers a document to anybody: no key, any origin, kept by caches and asked for again only when it has
 * changed. The document may tell the origin to which the request went.
 */
export function publicJson(documentFor: (origin: string | undefined) => object): MethodHandler {
  const versions = new WeakMap<object, { text: string; etag: string }>();
  const handler = async (request: Request) => {
    const document = documentFor(originOf(request));
    const { text, etag } = versions.get(document) ?? versionOf(document);
    versions.set(document, { text, etag });
    const headers = {
      etag,
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "x-execution-id": newId("exec"),
    };
    if (isKnown(etag, request.headers.get("if-none-match"))) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json; charset=utf-8" } });
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const } });
}

/** Where a request went, as its client wrote it; Next puts its own host into the request's address. */
function originOf({ url, headers }: Request): string | undefined {
  const { protocol, host } = new URL(url);
  const scheme = headers.get("x-forwarded-proto") ?? protocol.replace(":", "");
  const origin = `${scheme}://${headers.get("x-forwarded-host") ?? headers.get("host") ?? host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) && URL.canParse(origin) ? origin : undefined;
}

function versionOf(document: object): { text: string; etag: string } {
  const text = JSON.stringify(document);
  // Weak: a proxy, or Next, may compress it on the way.
  return { text, etag: `W/"${createHash("sha256").update(text).digest("base64url")}"` };
}

/** Whether the caller has this version already (RFC 9110 § 13.1.2: weak comparison). */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag.replace(/^W\//, ""));
}
