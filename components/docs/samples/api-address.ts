import { publishedDocument } from "#lib/api/openapi/published.ts";

/** The API's absolute address. */
export function apiAddress(): string {
  return publishedDocument.servers?.[0]?.url ?? "";
}
