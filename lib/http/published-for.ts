import { env } from "#lib/env.ts";
import type { OpenApiDocument } from "#lib/openapi/document.ts";
import { publishedDocument } from "#lib/openapi/published.ts";

// Whoever asks mostly asks under one address.
let lastAsked = publishedDocument;

/** The description with the full address of the API: `BASE_URL`, or else where the request went. */
export function publishedFor(request: Request): OpenApiDocument {
  const url = env.BASE_URL === undefined ? addressOf(request) : undefined;
  if (url === undefined) return publishedDocument;
  if (lastAsked.servers?.[0]?.url !== url) lastAsked = { ...publishedDocument, servers: [{ url }] };
  return lastAsked;
}

/** Where a request went, as its client wrote it; Next puts its own host into the request's address. */
function addressOf({ url, headers }: Request): string | undefined {
  const protocol = headers.get("x-forwarded-proto") ?? new URL(url).protocol.replace(":", "");
  const address = `${protocol}://${headers.get("x-forwarded-host") ?? headers.get("host") ?? new URL(url).host}/v2`;
  return /^https?:\/\/[\w.:[\]-]+\/v2$/.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}
