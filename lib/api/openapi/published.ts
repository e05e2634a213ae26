import { buildDocument } from "#lib/api/openapi/document.ts";
import type { OpenApiDocument } from "#lib/api/openapi/document.ts";
import { env } from "#lib/platform/env.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

export const publishedDocument = buildDocument(ownAddress("/v2"));

// A cache of one, since requests mostly use one address.
let lastAsked = publishedDocument;

/** The document with the address of the API: `BASE_URL`, else the origin of the request. */
export function publishedFor(origin: string | undefined): OpenApiDocument {
  if (env.BASE_URL !== undefined || origin === undefined) return publishedDocument;
  const { href: url } = new URL("/v2", origin);
  if (lastAsked.servers?.[0]?.url !== url) lastAsked = { ...publishedDocument, servers: [{ url }] };
  return lastAsked;
}
