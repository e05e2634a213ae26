import { compress, encodingFor, etagOf, isKnown } from "#lib/http/compress.ts";
import type { WireBody } from "#lib/http/compress.ts";
import { askedOrigin } from "#lib/http/request.ts";
import type { MethodHandler } from "#lib/http/route.ts";
import { securityHeaders } from "#lib/http/security-headers.ts";
import { newId } from "#lib/ids.ts";

/** Serves a public document: no key, any origin, cacheable for five minutes. The document may contain the origin of the request. */
export function publicJson(documentFor: (origin: string | undefined) => object): MethodHandler {
  const versions = new WeakMap<object, { text: string; etag: string; compressed: Map<string | undefined, WireBody> }>();
  const handler = async (request: Request) => {
    const document = documentFor(askedOrigin(request.headers));
    const version = versions.get(document) ?? versionOf(document);
    versions.set(document, version);
    const { text, etag, compressed } = version;
    const headers = {
      ...securityHeaders,
      etag,
      // What repeats a header of the request is not for everybody.
      "cache-control": `${document === documentFor(undefined) ? "public" : "private"}, max-age=300`,
      "access-control-allow-origin": "*",
      "x-execution-id": newId("exec"),
    };
    if (isKnown(etag, request.headers.get("if-none-match"))) return new Response(null, { status: 304, headers });
    const encoding = encodingFor(request);
    const sent = compressed.get(encoding) ?? compress(request, text);
    compressed.set(encoding, sent);
    return new Response(sent.body, { headers: { ...headers, ...sent.headers, "content-type": "application/json; charset=utf-8" } });
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const } });
}

function versionOf(document: object) {
  const text = JSON.stringify(document);
  return { text, etag: etagOf(text), compressed: new Map<string | undefined, WireBody>() };
}
