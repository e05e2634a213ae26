import { publishedDocument } from "#lib/openapi/published.ts";

/** Where the API is found, as a full address. */
export function apiAddress(): string {
  return publishedDocument.servers?.[0]?.url ?? "";
}
