import { endpoints } from "#lib/developer/endpoints.ts";
import french from "#lib/platform/i18n/openapi-french.json" with { type: "json" };
import { tags } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Tag } from "#lib/platform/wire/endpoint.ts";

export const webhookChapter = "webhooks";

/** The chapters of the reference that have operations, by the last part of their address. */
export const chapters: ReadonlyMap<string, { tag: Tag; operations: readonly Endpoint[] }> = new Map(
  (Object.keys(tags) as Tag[])
    .map((tag) => [tag.toLowerCase(), { tag, operations: endpoints.filter((endpoint) => endpoint.tag === tag) }] as const)
    .filter(([, { operations }]) => operations.length > 0),
);

const words: Readonly<Record<string, string>> = french;

/** Translates a text of the English OpenAPI document; an untranslated text stays English. */
export function inLanguage(text: string, language: string): { text: string; lang: "en" | "fr" } {
  const translated = language.startsWith("fr") ? words[text] : undefined;
  return translated === undefined ? { text, lang: "en" } : { text: translated, lang: "fr" };
}

const frenchTags: Readonly<Record<Tag, string>> = {
  Contracts: "Contrats",
  Products: "Produits",
  Renters: "Loueurs",
  Geo: "Géo",
  Events: "Événements",
  Claims: "Sinistres",
  Statements: "Relevés",
  Sandbox: "Bac à sable",
};

export function tagInLanguage(tag: Tag, language: string): { text: string; lang: "en" | "fr" } {
  return language.startsWith("fr") ? { text: frenchTags[tag], lang: "fr" } : { text: tag, lang: "en" };
}

export function operationHref(id: string): string {
  const tag = endpoints.find((endpoint) => endpoint.id === id)?.tag;
  if (tag === undefined) throw new Error(`there is no operation ${id}`);
  return `/docs/reference/${tag.toLowerCase()}#${id}`;
}
