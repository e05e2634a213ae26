import french from "#lib/platform/i18n/openapi-french.json" with { type: "json" };
import type { Tag } from "#lib/platform/wire/endpoint.ts";

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
