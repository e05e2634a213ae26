import { RuleType, astToMarkdown } from "markdown-to-jsx/markdown";
import type { MarkdownCompilerOptions } from "markdown-to-jsx/markdown";
import { findGuideComponent } from "#components/docs/guides/guide-components.tsx";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { docsPages, guidesIn, readHeading } from "#components/docs/guides/guides.ts";
import type { Guide, MarkdownNode } from "#components/docs/guides/guides.ts";
import { firstContractSteps } from "#components/docs/guides/steps.ts";
import { fence, listOf, markdownAddress } from "#components/docs/markdown-text.ts";
import { documentedErrors } from "#components/docs/reference/error-groups.ts";
import { bodyOf, follow, jsonOf, operations, webhookOperations } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { chapters, webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { apiAddress, withBaseAddress } from "#components/docs/samples/api-address.ts";
import { callSample } from "#components/docs/samples/client-samples.ts";
import { guideSamples } from "#components/docs/samples/guide-samples.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import { publishedDocument } from "#lib/api/openapi/published.ts";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { tags } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

// The documentation for assistants is in English, like the API.
const { docs } = messages.en;

/** The paths of the documentation pages below /docs; "" is the first page. */
export function markdownPaths(): string[] {
  const pages = docsPages("en").map(({ href }) => href.replace(/^\/docs\/?/, ""));
  return [...pages, ...[...chapters.keys()].map((slug) => `reference/${slug}`), `reference/${webhookChapter}`];
}

/** A documentation page as Markdown, with example dates relative to `now`; undefined for an unknown path. */
export function markdownOf(path: string, now: Date): string | undefined {
  const guide = guidesIn("en").find(({ href }) => href === hrefOf(path));
  const chapter = chapters.get(path.replace(/^reference\//, ""));
  const blocks =
    path === `reference/${webhookChapter}`
      ? describeEvents()
      : path.startsWith("reference/")
        ? chapter && [`# ${chapter.tag}`, tags[chapter.tag], ...chapter.operations.flatMap(describeOperation)]
        : path === "errors"
          ? describeErrors()
          : path === "reference"
            ? [
                `# ${docs.reference.title}`,
                publishedDocument.info.description ?? "",
                listOf([...chapters].map(([slug, { tag }]) => link(`reference/${slug}`, tag))),
              ]
            : guide && guideMarkdown(guide, now);
  return blocks === undefined ? undefined : `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function describeErrors(): string[] {
  const groups = documentedErrors("en");
  return [
    `# ${docs.errors.title}`,
    docs.errors.description,
    ...groups.flatMap(([group, found]) => [
      `## ${docs.errors.groups[group]}`,
      ...found.map(({ name, code, status, meaning, cure }) => `### ${code} ${name}\n\nHTTP ${status}: ${meaning}. ${cure}`),
    ]),
  ];
}

function describeEvents(): string[] {
  return [
    `# ${webhooksTag.name}`,
    webhooksTag.description ?? "",
    ...webhookOperations.map(({ summary, description = "", requestBody }) =>
      [`## ${summary}`, description, fence("json", JSON.stringify(jsonOf(requestBody?.content)?.example, null, 2))].join("\n\n"),
    ),
  ];
}

function describeOperation(endpoint: Endpoint): string[] {
  const operation = operations.get(endpoint.id);
  if (operation === undefined) return [];
  const { summary, description = "", parameters, responses } = operation;
  const [status = "", success] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
  const { schema: answer, example } = jsonOf(success?.content) ?? {};
  const body = bodyOf(operation);
  const [first] = endpoint.examples ?? [];
  const errors = endpoint.errors.map((name) => `- \`${errorCatalogue[name].code}\` ${name}: ${errorCatalogue[name].meaning}`);
  return [
    `## ${summary}`,
    `\`${endpoint.method} /v2${endpoint.path}\` (\`${endpoint.id}\`)`,
    description,
    ...(parameters.length === 0
      ? []
      : [
          "### Parameters",
          parameters
            .map((each) => lineOf(`${each.name} (${each.in})`, each.schema, each.required === true, each.description, 0))
            .join("\n"),
        ]),
    ...(body === undefined ? [] : ["### Body", fieldsOf(body, 0)]),
    ...(first === undefined ? [] : [fence("sh", sampleRequest(endpoint, first, apiAddress()).curl), ...describeCalls(endpoint, first)]),
    `### Response ${status}`,
    success?.description ?? "",
    ...(answer === undefined ? [] : [fieldsOf(answer, 0)]),
    ...(example === undefined ? [] : [fence("json", JSON.stringify(example, null, 2))]),
    ...(errors.length === 0 ? [] : ["### Errors", errors.join("\n")]),
  ];
}

/** The same request by the client libraries, whose methods assistants would guess otherwise. */
function describeCalls(endpoint: Endpoint, example: Example): string[] {
  const { typescript, python, php } = callSample(endpoint, example);
  return [fence("ts", typescript), fence("python", python), fence("php", php)];
}

/** Deeper fields are only in the examples and in the OpenAPI document. */
const maxDepth = 3;

function fieldsOf(schema: JsonSchema, depth: number): string {
  const whole = follow(schema);
  if (depth > maxDepth) return "";
  const inner = whole.items ?? whole.anyOf?.[0];
  if (whole.properties === undefined) return inner === undefined ? "" : fieldsOf(inner, depth);
  return Object.entries(whole.properties)
    .map(([name, field]) => lineOf(name, field, whole.required?.includes(name) === true, undefined, depth))
    .join("\n");
}

function lineOf(name: string, schema: JsonSchema, isRequired: boolean, text: string | undefined, depth: number): string {
  const whole = follow(schema);
  const values = whole.enum === undefined ? "" : ` One of ${whole.enum.map((value) => `\`${String(value)}\``).join(", ")}.`;
  const types = (whole.anyOf ?? [whole]).flatMap((shape) => follow(shape).type ?? []);
  const type = [...new Set(types)].join(" or ");
  const inner = fieldsOf(schema, depth + 1);
  const line = `${"  ".repeat(depth)}- \`${name}\`${type === "" ? "" : ` ${type}`}${isRequired ? ", required" : ""}: ${text ?? whole.description ?? ""}${values}`;
  return inner === "" ? line : `${line}\n${inner}`;
}

function hrefOf(path: string): string {
  return path === "" ? "/docs" : `/docs/${path}`;
}

function link(path: string, text: string): string {
  return `[${text}](${markdownAddress(hrefOf(path))})`;
}

const firstRequests: GuideStep[] = [
  firstContractSteps.renter,
  firstContractSteps.product,
  firstContractSteps.price,
  firstContractSteps.create,
];

/** Instructions for assistants that integrate the API, with links to the rest (agentskills.io). */
export function skill(now: Date): string {
  const operationsList = endpoints.map(({ id, method, path, summary }) => `- \`${method} ${path}\` ${summary} (\`${id}\`)`);
  return [
    "---\nname: covergate\ndescription: Integrate the Covergate insurance API: price, create, change and end rental insurance contracts, renewals and claims, and receive webhooks.\n---",
    "# Covergate API",
    `Base URL: ${apiAddress()}. Send the API key in the header \`key\`, read from the environment variable \`COVERGATE_API_KEY\`. Never put it into code, URLs or a browser.`,
    "## Rules",
    listOf([
      "Develop with the development key: nothing is insured or billed. Production has another key and the same base URL.",
      "Price first: `POST /contracts?preview=true` checks and prices a contract without saving it.",
      "Send an `Idempotency-Key` header with every write, and the same key when you retry.",
      "Decide by the error `code` and the operation, not by the message. Every error page says how to fix it.",
      "On 429 and 503, wait for the seconds in `Retry-After`. Retry 5xx; do not retry other 4xx.",
      "Dates are ISO 8601 with an offset; amounts are in euros, taxes included.",
      "Do not poll: create a webhook, verify `webhook-signature` over the raw body, respond 2xx within 10 seconds, and use `x-event-id` to ignore duplicates. Catch up with `GET /events`.",
      "Ignore unknown fields and enum values.",
    ]),
    "## First contract",
    "`RENTER` is the uid of a rental company, which the operator gives.",
    fence("sh", firstRequests.map((step) => guideSamples(step, { address: apiAddress(), now }).curl).join("\n\n")),
    "## Operations",
    operationsList.join("\n"),
    "## More",
    listOf([
      ...markdownPaths().map((path) => link(path, path === "" ? "Overview" : path)),
      `[Everything in one file](${new URL("/llms-full.txt", apiAddress()).href})`,
      `[OpenAPI 3.1](${new URL("/v2/openapi.json", apiAddress()).href})`,
    ]),
    "",
  ].join("\n\n");
}

/** A guide as plain Markdown: components as text, example dates relative to `now`, and absolute links. */
function guideMarkdown({ slug, href, title, lead, sections }: Guide, now: Date): string[] {
  const renderRule: MarkdownCompilerOptions["renderRule"] = (next, node, renderChildren) => {
    switch (node.type) {
      case RuleType.htmlBlock:
      case RuleType.htmlSelfClosing:
        return findGuideComponent(node.tag).markdown(node.attrs ?? {}, { slug, now });
      // Its own would write some code as HTML.
      case RuleType.codeBlock:
        return `${fence(node.lang ?? "", node.text)}\n\n`;
      case RuleType.heading:
        return `${"#".repeat(node.level)} ${readHeading(slug, node).title}`;
      case RuleType.link:
        return `[${renderChildren(node.children)}](${markdownAddress(node.target ?? "", href)})`;
      default:
        return next();
    }
  };
  const write = (nodes: MarkdownNode[]) => withBaseAddress(astToMarkdown(nodes, { renderRule }));
  return [`# ${title}`, write(lead), ...sections.flatMap((section) => [`## ${section.title}`, write(section.nodes)])];
}

/** A text response that caches may store for some minutes. */
export function textAnswer(text: string, type: "plain" | "markdown" = "markdown"): Response {
  return new Response(text, { headers: { "content-type": `text/${type}; charset=utf-8`, "cache-control": "public, max-age=300" } });
}
