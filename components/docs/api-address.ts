import { publishedDocument } from "#lib/openapi/published.ts";

/** Where the API is found, as a full address. */
export function apiAddress(): string {
  return publishedDocument.servers?.[0]?.url ?? "";
}

/** A link of the documentation as a full address, for a reader of Markdown: pages of the documentation lead to their `.md`. */
export function markdownAddress(href: string): string {
  const url = new URL(href, apiAddress());
  if (/^\/docs(?:\/|$)/.test(href)) url.pathname += ".md";
  return url.href;
}
