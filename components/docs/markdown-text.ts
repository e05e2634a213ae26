import { apiAddress } from "#components/docs/samples/api-address.ts";

/** A link on a page of the documentation as an absolute address; links to documentation pages get their `.md`. */
export function markdownAddress(href: string, page = "/docs"): string {
  const url = new URL(href, new URL(page, apiAddress()));
  if (/^(?:\/docs(?:\/|$)|#)/.test(href)) url.pathname += ".md";
  return url.href;
}

export function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}
