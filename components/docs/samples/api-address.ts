import { publishedDocument } from "#lib/api/openapi/published.ts";

/** The API's absolute address. */
export function apiAddress(): string {
  return publishedDocument.servers?.[0]?.url ?? "";
}

/** The address of Covergate without `/v2`: the value of COVERGATE_BASE_URL. */
export function baseAddress(): string {
  return apiAddress().replace(/\/v2$/, "");
}

/** Puts the address of this installation into a text that names the example's. */
export function withBaseAddress(text: string): string {
  return text.replaceAll("https://covergate.example", () => baseAddress());
}
