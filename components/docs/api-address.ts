import { env } from "#lib/env.ts";
import { publishedDocument } from "#lib/openapi/published.ts";

/** Where the API is found, as a full address. */
export function apiAddress(): string {
  const [server] = publishedDocument.servers ?? [];
  return new URL(server?.url ?? "/v2", env.BASE_URL ?? `http://localhost:${env.PORT}`).href;
}
