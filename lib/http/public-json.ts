import { chooseEncoding, compress } from "#lib/http/compress.ts";
import type { WireBody } from "#lib/http/compress.ts";
import { etagOf, isKnown } from "#lib/http/etag.ts";
import type { MethodHandler } from "#lib/http/route.ts";
import { newId } from "#lib/ids.ts";

/** A handler for `route` that answers a document to anybody: no key, any origin, kept by caches and asked for again only when it has changed. */
export function publicJson(document: unknown): MethodHandler {
  const text = JSON.stringify(document);
  const etag = etagOf(text);
  const compressed = new Map<string | undefined, WireBody>();
  const cached = { etag, "cache-control": "public, max-age=300", "access-control-allow-origin": "*" };
  const handler = async (request: Request) => {
    const headers = { ...cached, "x-execution-id": newId("exec") };
    if (isKnown(etag, request.headers.get("if-none-match"))) return new Response(null, { status: 304, headers });
    const encoding = chooseEncoding(request.headers.get("accept-encoding"));
    const sent = compressed.get(encoding) ?? compress(request, text);
    compressed.set(encoding, sent);
    return new Response(sent.body, { headers: { ...headers, ...sent.headers, "content-type": "application/json; charset=utf-8" } });
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const } });
}
