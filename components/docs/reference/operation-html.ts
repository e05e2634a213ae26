import { html } from "hono/html";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { fieldsHtml, innerOf, listHtml, nameOf, proseHtml, textOf } from "#components/docs/reference/fields-html.ts";
import type { Markup, Writing } from "#components/docs/reference/fields-html.ts";
import { bodyOf, follow, jsonOf } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema, Operation, Response } from "#components/docs/reference/openapi-document.ts";
import { inLanguage } from "#components/docs/reference/reference-labels.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { sampleTokens } from "#components/docs/samples/highlighted.tsx";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import { readJsonTokens } from "#components/kit/code/json-view.tsx";
import { formerNamesOf } from "#lib/developer/calls/schema.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

const places = ["path", "query", "header", "cookie"] as const;

export interface Documented {
  endpoint: Endpoint;
  operation: Operation;
}

/** The operations of a chapter, and after them the objects that several of them answer. */
export function chapterHtml(documented: readonly Documented[], writing: Writing): Promise<string> {
  const apart = findShared(documented);
  const operations = documented.map((each) => operationHtml(each, { ...writing, apart }));
  return textOf(html`${operations}${[...apart].map((body) => objectHtml(body, { ...writing, apart }))}`);
}

/** The fields of a schema in a place of their own, collapsed. Browsers expand it for a link to what is in it. */
export function objectHtml(body: string, writing: Writing): Markup {
  const fields = fieldsHtml({ $ref: `#/components/schemas/${body}` }, writing);
  return html`<details class="object">
    <summary>${writing.t("fieldsOf", { body })}</summary>
    <div id="${body}">${fields}</div>
  </details>`;
}

/** The objects in the answers of more than one operation. */
function findShared(documented: readonly Documented[]): Set<string> {
  const names = documented.flatMap(({ operation }) => {
    const { schema } = jsonOf(successOf(operation)[1]?.content) ?? {};
    const fields = Object.values((schema && itemOf(schema).properties) ?? {});
    return [...new Set(fields.flatMap((field) => (innerOf(field) === undefined ? [] : (nameOf(field) ?? []))))];
  });
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

function itemOf(schema: JsonSchema): JsonSchema {
  const { items, ...whole } = follow(schema);
  return items === undefined ? whole : itemOf(items);
}

function successOf({ responses }: Operation): [status: string, Response | undefined] {
  return Object.entries(responses).find(([each]) => each.startsWith("2")) ?? ["", undefined];
}

function operationHtml({ endpoint, operation }: Documented, writing: Writing): Markup {
  const { operationId: id, parameters, responses, description = "" } = operation;
  const { t, language } = writing;
  const summary = inLanguage(operation.summary, language);
  const [status, success] = successOf(operation);
  const { schema: answer, example: sample } = jsonOf(success?.content) ?? {};
  const body = bodyOf(operation);
  const examples = (endpoint.examples ?? []).map((example, index) => requestHtml(endpoint, example, index));
  const others = examples.slice(1);
  return html`<section id="${id}" aria-labelledby="${id}-title" class="operation">
    <div>
      ${formerNamesOf(id).map((name) => html`<span id="${name}"></span>`)}${headingHtml(id, summary.text, summary.lang)}
      <p class="path"><span class="${endpoint.method}">${endpoint.method}</span> /v2${endpoint.path}</p>
      <p class="hint">${endpoint.right === null ? t("anyKey") : t("right", { right: endpoint.right })}</p>
      ${description === "" ? "" : proseHtml(description, writing, "blocks")}${places.map((place) => {
        const here = parameters.filter((each) => each.in === place);
        return here.length === 0
          ? ""
          : html`<h3>${t(`parameters.${place}`)}</h3>
              ${listHtml(here, writing)}`;
      })}${
        body === undefined
          ? ""
          : html`<h3>${t("body")}</h3>
              ${fieldsHtml(body, writing)}`
      }
      <h3>${t("answer")} ${status}</h3>
      ${proseHtml(success?.description ?? "", writing)}${
        answer === undefined ? html`<p class="hint">${t("empty")}</p>` : fieldsHtml(answer, writing)
      }${errorsHtml(responses, writing)}
    </div>
    <div>
      ${examples[0] ?? ""}${
        others.length === 0
          ? ""
          : html`<details>
              <summary>${t("otherSamples", { count: others.length })}</summary>
              ${others}
            </details>`
      }${sample === undefined ? "" : jsonHtml(sample, `${t("answer")} ${status}`)}
    </div>
  </section>`;
}

/** A title, and beside it a link to its section, so that screen readers read the title without it. */
export function headingHtml(id: string, title: string, lang: string): Markup {
  return html`<div class="title">
    <h2 id="${id}-title" lang="${lang}">${title}</h2>
    <a href="#${id}" aria-labelledby="${id}-title">#</a>
  </div>`;
}

/** The errors of an operation, collapsed, each linked to its cure. */
function errorsHtml(responses: Operation["responses"], { language, t }: Writing): Markup {
  const words = wordsOf(language);
  const names = Object.values(responses).flatMap(({ content }) => Object.keys(jsonOf(content)?.examples ?? {}) as ErrorName[]);
  return html`<details>
    <summary>${t("errors", { count: names.length })}</summary>
    <ul class="errors">
      ${names.map(
        (name) =>
          html`<li><b>${errorCatalogue[name].code}</b> <a href="/docs/errors#${name}">${name}</a> <span>${words[name].meaning}</span></li>`,
      )}
    </ul>
  </details>`;
}

/** An example in curl; SampleControls shows it in other languages. */
function requestHtml(endpoint: Endpoint, example: Example, index: number): Markup {
  const tokens = sampleTokens(sampleRequest(endpoint, example, apiAddress()).curl);
  const code = tokens.map(({ kind, text }) => (kind === undefined ? text : html`<i class="${kind}">${text}</i>`));
  return figureHtml(example.name, code, `${endpoint.id} ${index}`);
}

export function jsonHtml(value: unknown, title: string): Markup {
  const tokens = readJsonTokens(JSON.stringify(value));
  const code = tokens.map(({ kind, text }) => (/^(?:key|string|number|literal)$/.test(kind) ? html`<i class="${kind}">${text}</i>` : text));
  return figureHtml(title, code, "");
}

function figureHtml(title: string, code: readonly (Markup | string)[], sample: string): Markup {
  return html`<figure data-sample="${sample}">
    <figcaption><span>${title}</span><span></span></figcaption>
    <pre tabindex="0" aria-label="${title}"><code>${code}</code></pre>
  </figure>`;
}
