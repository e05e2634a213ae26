import { encodingFor, isKnown } from "#lib/api/compress.ts";
import { storeText } from "#lib/api/file.ts";
import type { StoredText } from "#lib/api/file.ts";
import type { PathHandler } from "#lib/api/methods.ts";
import { askedOrigin } from "#lib/api/request.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { newId } from "#lib/platform/ids.ts";

/** Serves a public document: no key, any origin, cacheable for five minutes. The document may contain the origin of the request. */
export function publicJson(path: string, documentFor: (origin: string | undefined) => object): PathHandler {
  const versions = new WeakMap<object, StoredText>();
  const handler = async (request: Request) => {
    const document = documentFor(askedOrigin(request.headers));
    const stored = versions.get(document) ?? storeText(JSON.stringify(document));
    versions.set(document, stored);
    const { etag } = stored;
    const headers = {
      ...securityHeaders,
      etag,
      // A document that repeats a header of the request is private.
      "cache-control": `${document === documentFor(undefined) ? "public" : "private"}, max-age=300`,
      "access-control-allow-origin": "*",
      "x-execution-id": newId("exec"),
    };
    if (isKnown(etag, request.headers.get("if-none-match"))) return new Response(null, { status: 304, headers });
    const encoding = encodingFor(request);
    return new Response(await stored.bytesIn(encoding), {
      headers: {
        ...headers,
        vary: "accept-encoding",
        ...(encoding !== undefined && { "content-encoding": encoding }),
        "content-type": "application/json; charset=utf-8",
      },
    });
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const, path } });
}
