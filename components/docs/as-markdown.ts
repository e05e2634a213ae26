import { createTranslator } from "next-intl";
import { apiAddress } from "#components/docs/api-address.ts";
import { docsPages } from "#components/docs/docs-pages.ts";
import { bodyOf, follow, jsonOf, operations, webhookOperations } from "#components/docs/document.ts";
import type { JsonSchema } from "#components/docs/document.ts";
import { findErrors } from "#components/docs/error-groups.ts";
import { firstClaimSteps } from "#components/docs/first-claim-steps.ts";
import { firstContractSteps } from "#components/docs/first-contract-steps.ts";
import { guideEnvironment, guideSamples } from "#components/docs/guide-samples.ts";
import type { Guide, GuideStep } from "#components/docs/guide-step.ts";
import { receiverSample } from "#components/docs/receiver-sample.ts";
import { chapters, webhookChapter } from "#components/docs/reference-links.ts";
import { sampleRequest } from "#components/docs/request-samples.ts";
import { retryMinutes } from "#components/docs/retry-schedule.tsx";
import { tags } from "#lib/endpoint.ts";
import type { Endpoint } from "#lib/endpoint.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { messages } from "#lib/i18n/messages.ts";
import { publishedDocument } from "#lib/openapi/published.ts";
import { webhooksTag } from "#lib/openapi/webhooks.ts";

// The documentation for assistants is in English, as the API is.
const t = createTranslator({
  locale: "en-GB",
  messages: messages.en,
  namespace: "docs",
  // By default, a text with a tag that is missing here becomes its key.
  onError: (error) => {
    throw error;
  },
});

const steps: Record<string, Guide> = { firstContract: firstContractSteps, firstClaim: firstClaimSteps };
/** What a page shows beside its sentences. */
const extras: Record<string, string[]> = {
  "firstContract.key": [fence("sh", guideEnvironment())],
  "firstClaim.key": [fence("sh", guideEnvironment())],
  "webhooks.answer": [fence("ts", receiverSample)],
  "webhooks.retries": [
    listOf(retryMinutes().map((minutes, index) => `Attempt ${index + 2}: ${minutes} minutes after the previous failure`)),
  ],
  "webhooks.events": [listOf(eventTypes.map((type) => `\`${type}\``))],
};
/** Words of a page that are no sentences: of tables, buttons and headings of lists. */
const words =
  /(?:^|\.)(?:title|description|body|sample|commands|attempt|when|atOnce|after|cards|facts|groups|date|search|searchPlaceholder|side|everySide|find|found|nothing|nothingHint|meaning|cure|answeredBy|linkTo)(?:\.|$)/;
/** What the tags of sentences link to: pages of the documentation, and other addresses. */
const links = {
  claim: "first-claim",
  contract: "first-contract",
  errors: "errors",
  webhooks: "webhooks",
  reference: "reference",
  chapter: `reference/${webhookChapter}`,
  events: "reference/events",
  sandbox: "reference/sandbox",
};
const addresses = {
  openapi: "/v2/openapi.json",
  llms: "/llms.txt",
  full: "/llms-full.txt",
  skill: "/skill.md",
  portal: "/development/sandbox",
  catalogue: "/development/events/catalogue",
  list: "/development/readiness",
  standard: "https://www.standardwebhooks.com",
};

/** The pages of the documentation as Markdown, by their path below /docs; "" is the first. */
export function markdownPaths(): string[] {
  const pages = docsPages.map(({ href }) => href.replace(/^\/docs\/?/, ""));
  return [...pages, ...[...chapters.keys()].map((slug) => `reference/${slug}`), `reference/${webhookChapter}`];
}

/** A page of the documentation as Markdown, with the dates of its commands by `now`; undefined where there is none. */
export function markdownOf(path: string, now: Date): string | undefined {
  const page = docsPages.find(({ href }) => href === (path === "" ? "/docs" : `/docs/${path}`));
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
                `# ${t("reference.title")}`,
                publishedDocument.info.description ?? "",
                listOf([...chapters].map(([slug, { tag }]) => link(`reference/${slug}`, tag))),
              ]
            : page && describeGuide(page.key, now);
  return blocks === undefined ? undefined : `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A page of prose: its sentences in their order, each section under its title, with the request that it is about. */
function describeGuide(key: (typeof docsPages)[number]["key"], now: Date): string[] {
  const sections: Readonly<Record<string, unknown>> = messages.en.docs[key as "firstContract"];
  const listing =
    key === "start"
      ? [
          listOf(
            markdownPaths()
              .filter((path) => path !== "")
              .map((path) => link(path, path)),
          ),
        ]
      : [];
  return [
    `# ${t(`${key}.title` as "start.title")}`,
    ...Object.entries(sections).flatMap(([name, section]) => {
      const title = typeof section === "object" && section !== null && "title" in section ? [`## ${say(`${key}.${name}.title`)}`] : [];
      const step = steps[key]?.[name];
      const request = step === undefined ? [] : [fence("sh", guideSamples(step, { address: apiAddress(), now }).curl)];
      return [...title, ...sentencesOf(`${key}.${name}`, section), ...request, ...(extras[`${key}.${name}`] ?? [])];
    }),
    ...listing,
  ];
}

function sentencesOf(path: string, value: unknown): string[] {
  if (words.test(path.slice(path.indexOf(".")))) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [say(path)];
  return Object.entries(value).flatMap(([name, child]) => sentencesOf(`${path}.${name}`, child));
}

/** A sentence of the documentation, its tags as Markdown. */
function say(path: string): string {
  const toPages = Object.entries(links).map(([tag, page]) => [tag, (text: string) => link(page, text)] as const);
  const toOthers = Object.entries(addresses).map(
    ([tag, to]) => [tag, (text: string) => `[${text}](${new URL(to, apiAddress()).href})`] as const,
  );
  const markup = t.markup as unknown as (key: string, values: Record<string, unknown>) => string;
  return markup(path, {
    ...Object.fromEntries([...toPages, ...toOthers]),
    code: (text: string) => `\`${text}\``,
    strong: (text: string) => `**${text}**`,
    count: eventTypes.length,
  });
}

function describeErrors(): string[] {
  const groups = findErrors({ search: "", language: "en" });
  return [
    `# ${t("errors.title")}`,
    say("errors.lead"),
    ...groups.flatMap(([group, errors]) => [
      `## ${t(`errors.groups.${group}`)}`,
      ...errors.map(({ name, code, status, meaning, cure }) => `### ${code} ${name}\n\nHTTP ${status}: ${meaning}. ${cure}`),
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
    ...(first === undefined ? [] : [fence("sh", sampleRequest(endpoint, first, apiAddress()).curl)]),
    `### Response ${status}`,
    success?.description ?? "",
    ...(answer === undefined ? [] : [fieldsOf(answer, 0)]),
    ...(example === undefined ? [] : [fence("json", JSON.stringify(example, null, 2))]),
    ...(errors.length === 0 ? [] : ["### Errors", errors.join("\n")]),
  ];
}

/** As deep as fields are told; what lies deeper is in the examples and in the OpenAPI document. */
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

function lineOf(name: string, schema: JsonSchema, isRequired: boolean, told: string | undefined, depth: number): string {
  const whole = follow(schema);
  const values = whole.enum === undefined ? "" : ` One of ${whole.enum.map((value) => `\`${String(value)}\``).join(", ")}.`;
  const types = (whole.anyOf ?? [whole]).flatMap((shape) => follow(shape).type ?? []);
  const type = [...new Set(types)].join(" or ");
  const inner = fieldsOf(schema, depth + 1);
  const line = `${"  ".repeat(depth)}- \`${name}\`${type === "" ? "" : ` ${type}`}${isRequired ? ", required" : ""}: ${told ?? whole.description ?? ""}${values}`;
  return inner === "" ? line : `${line}\n${inner}`;
}

function link(path: string, text: string): string {
  return `[${text}](${new URL(path === "" ? "/docs.md" : `/docs/${path}.md`, apiAddress()).href})`;
}

function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

const firstRequests: GuideStep[] = [
  firstContractSteps.renter,
  firstContractSteps.product,
  firstContractSteps.price,
  firstContractSteps.create,
];

/** What an assistant needs to integrate the API well, with links to the rest (agentskills.io). */
export function skill(now: Date): string {
  const operationsList = endpoints.map(({ id, method, path, summary }) => `- \`${method} ${path}\` ${summary} (\`${id}\`)`);
  return [
    "---\nname: covergate\ndescription: Integrate the Covergate insurance API: price, create, change and end rental insurance contracts, renewals and claims, and receive webhooks.\n---",
    "# Covergate API",
    `Base URL: ${apiAddress()}. Send the API key in the header \`key\`, read from the environment variable \`API_KEY\`. Never put it into code, URLs or a browser.`,
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
