import { html, raw } from "hono/html";
import { compiler } from "markdown-to-jsx/html";
import type { getTranslations } from "next-intl/server";
import { catalogueOf } from "#components/docs/catalogue-tables.ts";
import { follow } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { inLanguage } from "#components/docs/reference/reference-labels.ts";

export type Markup = ReturnType<typeof html>;

/** The language and the texts of the HTML of the reference. */
export interface Writing {
  language: string;
  t: Awaited<ReturnType<typeof getTranslations<"docs.reference">>>;
  /** The schemas that the page describes in a place of their own, to which fields lead. */
  apart?: ReadonlySet<string>;
}

/** Returns the finished text. Hono's text is an object, which React does not take. */
export async function textOf(markup: Markup): Promise<string> {
  return (await markup).toString();
}

/** A text of the English OpenAPI document in the reader's language: Markdown within a line, or of several blocks. */
export function proseHtml(english: string, { language }: Pick<Writing, "language">, form: "inline" | "blocks" = "inline"): Markup {
  const { text, lang } = inLanguage(english, language);
  const written = raw(compiler(text, { wrapper: null, ...(form === "inline" ? { forceInline: true } : { forceBlock: true }) }));
  return form === "inline" ? html`<p lang="${lang}">${written}</p>` : html`<div lang="${lang}">${written}</div>`;
}

/** The fields of an object or of a list's objects; inner objects can be expanded. */
export function fieldsHtml(schema: JsonSchema, writing: Writing): Markup {
  const alternatives = alternativesOf(schema);
  if (alternatives.length <= 1) return objectHtml(alternatives[0] ?? schema, writing);
  return html`${alternatives.map(
    (alternative, index) =>
      html`<p class="hint">${writing.t("alternative", { number: index + 1 })}</p>
        ${objectHtml(alternative, writing)}`,
  )}`;
}

function objectHtml(schema: JsonSchema, writing: Writing): Markup {
  const { properties, required = [], additionalProperties, items } = follow(schema);
  if (items !== undefined) return fieldsHtml(items, writing);
  if (properties === undefined && typeof additionalProperties !== "object") {
    return html`<ul class="fields">
      <li>
        <p><i>${typeName(schema)}</i></p>
        ${factsHtml(follow(schema), writing, nameOf(schema))}
      </li>
    </ul>`;
  }
  const fields = Object.entries(properties ?? {}).map(([name, field]) => ({ name, schema: field, required: required.includes(name) }));
  const hasOthers = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return listHtml([...fields, ...(hasOthers ? [{ name: `‹${writing.t("anyKey")}›`, schema: additionalProperties }] : [])], writing);
}

interface Field {
  name: string;
  schema: JsonSchema;
  required?: boolean;
  description?: string;
}

/** Fields or parameters with name, type, meaning and accepted values. */
export function listHtml(fields: readonly Field[], writing: Writing): Markup {
  return html`<ul class="fields">
    ${fields.map((field) => fieldHtml(field, writing))}
  </ul>`;
}

function fieldHtml({ name, schema, required = false, description }: Field, writing: Writing): Markup {
  const whole = { ...follow(schema), ...(description !== undefined && { description }) };
  const mark = required ? html` <em>${writing.t("required")}</em>` : "";
  return html`<li>
    <p><b>${name}</b> <i>${typeName(schema)}</i>${mark}</p>
    ${factsHtml(whole, writing, nameOf(schema))}${innerHtml(name, schema, writing)}
  </li>`;
}

function innerHtml(name: string, schema: JsonSchema, writing: Writing): Markup | string {
  const inner = innerOf(schema);
  const body = nameOf(schema);
  if (inner === undefined) return "";
  const isApart = body !== undefined && writing.apart?.has(body) === true;
  if (isApart) return html`<p><a href="#${body}">${writing.t("fieldsOf", { body })}</a></p>`;
  const count = writing.t("fields", { count: countOf(inner) });
  return html`<details>
    <summary>${count} <span class="sr-only">${name}</span></summary>
    ${fieldsHtml(inner, writing)}
  </details>`;
}

function factsHtml(schema: JsonSchema, writing: Writing, name: string | undefined): Markup {
  const values = follow(schema.items ?? schema).enum ?? [];
  const limits = limitsOf(schema);
  return html`${schema.description === undefined ? "" : proseHtml(schema.description, writing)}${
    values.length === 0 ? "" : valuesHtml(values, name, writing)
  }${
    schema.default === undefined ? "" : html`<p class="hint">${writing.t("defaultsTo")} <code>${JSON.stringify(schema.default)}</code></p>`
  }${limits === "" ? "" : html`<p class="limits">${limits}</p>`}`;
}

/** The values of a schema. Those of the catalogue say what they mean to who points at them, and link to the guide that says the same. */
function valuesHtml(values: readonly unknown[], schema: string | undefined, { language, t }: Writing): Markup {
  const catalogue = schema === undefined ? undefined : catalogueOf(schema, language.startsWith("fr") ? "fr" : "en");
  const listed = values.map((each) => {
    const value = String(each);
    const meaning = catalogue?.meanings[value];
    return meaning === undefined ? html`<code>${value}</code> ` : html`<code title="${meaning}">${value}</code> `;
  });
  const link = catalogue === undefined ? "" : html`<a href="/docs/what-is-insured#${catalogue.anchor}">${t("explained")}</a>`;
  return html`<p class="hint">${t("oneOf")} ${listed}${link}</p>`;
}

/** The name of a field's schema, or of that of its items. */
export function nameOf(schema: JsonSchema): string | undefined {
  const [only] = alternativesWritten(schema);
  const reference = only?.$ref ?? only?.items?.$ref;
  return reference?.replace("#/components/schemas/", "");
}

/** The alternatives of a value as they are written, without null. */
function alternativesWritten(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf?.filter((alternative) => follow(alternative).type !== "null") ?? [schema];
}

/** The alternative shapes of a value, without null. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = follow(schema);
  return anyOf === undefined ? [schema] : anyOf.filter((alternative) => follow(alternative).type !== "null");
}

/** The object whose fields are shown below a field; undefined for a plain value. */
export function innerOf(schema: JsonSchema): JsonSchema | undefined {
  const shapes = alternativesOf(schema).map((alternative) => follow(alternative));
  const hasFields = ({ properties, additionalProperties, items }: JsonSchema): boolean =>
    properties !== undefined ||
    (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0) ||
    (items !== undefined && alternativesOf(items).some((item) => hasFields(follow(item))));
  return shapes.some(hasFields) ? schema : undefined;
}

function countOf(schema: JsonSchema): number {
  const counts = alternativesOf(schema).map((alternative) => {
    const { items, properties, additionalProperties } = follow(alternative);
    if (items !== undefined) return countOf(items);
    return Object.keys(properties ?? {}).length || (typeof additionalProperties === "object" ? 1 : 0);
  });
  return Math.max(...counts);
}

/** A type in common notation: `string`, `Contract[]`, `string | null`. */
function typeName(schema: JsonSchema): string {
  const { anyOf, items, type, const: constant, format } = follow(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeName))].join(" | ");
  if (items !== undefined) return `${/ \| /.test(typeName(items)) ? `(${typeName(items)})` : typeName(items)}[]`;
  const names = typeof type === "string" ? [type] : (type ?? ["any"]);
  return names.map((name) => (name === "string" && format !== undefined ? format : name)).join(" | ");
}

function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, minItems, maxItems, items } = schema;
  return [
    ...between(minLength === 0 ? undefined : minLength, maxLength, " char."),
    ...(exclusiveMinimum === undefined ? between(minimum, maximum, "") : [`> ${exclusiveMinimum}`]),
    ...(items === undefined ? [] : between(minItems, maxItems, "")),
  ].join(", ");
}

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined) return most === undefined ? [] : [`≤ ${most}${unit}`];
  return [most === undefined ? `≥ ${least}${unit}` : `${least} – ${most}${unit}`];
}
