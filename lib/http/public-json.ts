import { compress, encodingFor, etagOf, isKnown } from "#lib/http/compress.ts";
import type { WireBody } from "#lib/http/compress.ts";
import type { MethodHandler } from "#lib/http/route.ts";
import { newId } from "#lib/ids.ts";

/** Serves a public document: no key, any origin, cacheable with revalidation. The document may contain the origin of the request. */
export function publicJson(documentFor: (origin: string | undefined) => object): MethodHandler {
  const versions = new WeakMap<object, { text: string; etag: string; compressed: Map<string | undefined, WireBody> }>();
  const handler = async (request: Request) => {
    const document = documentFor(originOf(request));
    const version = versions.get(document) ?? versionOf(document);
    versions.set(document, version);
    const { text, etag, compressed } = version;
    const headers = {
      etag,
      "cache-control": "public, max-age=300",
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

/** The origin that the client used; Next puts its own host into the request's URL. */
function originOf({ url, headers }: Request): string | undefined {
  const { protocol, host } = new URL(url);
  const scheme = headers.get("x-forwarded-proto") ?? protocol.replace(":", "");
  const origin = `${scheme}://${headers.get("x-forwarded-host") ?? headers.get("host") ?? host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) && URL.canParse(origin) ? origin : undefined;
}

function versionOf(document: object) {
  const text = JSON.stringify(document);
  return { text, etag: etagOf(text), compressed: new Map<string | undefined, WireBody>() };
}
