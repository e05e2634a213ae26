import { docsPages } from "#components/docs/guides/guides.ts";
import { markdownAddress } from "#components/docs/markdown-text.ts";
import { chapters } from "#components/docs/reference/reference-labels.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { tags } from "#lib/platform/wire/endpoint.ts";

/** The documentation's contents for assistants (llmstxt.org), in English, derived from the pages. */
export function GET(): Response {
  const address = apiAddress();
  const [start] = docsPages("en");
  const link = (path: string, title: string, text: string) => `- [${title}](${new URL(path, address).href}): ${text}`;
  const lines = [
    "# Covergate API",
    "",
    `> ${start?.description}`,
    "",
    `Address: ${address}. The API key goes into the request header \`key\`.`,
    "",
    "## Documentation",
    "",
    ...docsPages("en").map(({ href, label, description }) => link(markdownAddress(href), label, description)),
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
