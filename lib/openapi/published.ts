import { env } from "#lib/env.ts";
import { buildDocument } from "#lib/openapi/document.ts";
import type { OpenApiDocument } from "#lib/openapi/document.ts";

/** The description that this installation serves where nobody asks for it under another address, built once per process. */
export const publishedDocument = buildDocument(new URL("/v2", env.BASE_URL ?? `http://localhost:${env.PORT}`).href);

// Whoever asks mostly asks under one address.
let lastAsked = publishedDocument;

/** The description with the full address of the API: `BASE_URL`, or else under the origin to which the request went, where it is known. */
export function publishedFor(origin: string | undefined): OpenApiDocument {
  if (env.BASE_URL !== undefined || origin === undefined) return publishedDocument;
  const { href: url } = new URL("/v2", origin);
  if (lastAsked.servers?.[0]?.url !== url) lastAsked = { ...publishedDocument, servers: [{ url }] };
  return lastAsked;
}
