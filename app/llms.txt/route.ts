import { apiAddress } from "#components/docs/api-address.ts";
import { docsPages } from "#components/docs/docs-pages.ts";
import { chapters } from "#components/docs/reference-links.ts";
import { tags } from "#lib/endpoint.ts";
import { messages } from "#lib/i18n/messages.ts";

/** A map of the documentation for assistants (llmstxt.org), in English, from what the pages themselves say. */
export function GET(): Response {
  const address = apiAddress();
  const { docs } = messages.en;
  const link = (path: string, title: string, text: string) => `- [${title}](${new URL(path, address).href}): ${text}`;
  const lines = [
    "# Covergate API",
    "",
    `> ${docs.start.lead}`,
    "",
    `Address: ${address}. The API key goes into the request header \`key\`.`,
    "",
    "## Documentation",
    "",
    ...docsPages.map(({ key, href }) => link(`${href}.md`, docs.pages[key], docs[key].description)),
    "",
    "## Reference",
    "",
    link("/llms-full.txt", "Everything", "the whole documentation in one file"),
    link("/skill.md", "Skill", "what an assistant needs to integrate the API"),
    link("/v2/openapi.json", "OpenAPI 3.1", "the whole API with every field, error and example"),
    ...[...chapters].map(([slug, { tag }]) => link(`/docs/reference/${slug}.md`, tag, tags[tag])),
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
