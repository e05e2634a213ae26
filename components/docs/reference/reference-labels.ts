import french from "#lib/openapi/french.json" with { type: "json" };

const words: Readonly<Record<string, string>> = french;

/** Translates a text of the English OpenAPI document; an untranslated text stays English. */
export function inLanguage(text: string, language: string): { text: string; lang: "en" | "fr" } {
  const translated = language.startsWith("fr") ? words[text] : undefined;
  return translated === undefined ? { text, lang: "en" } : { text: translated, lang: "fr" };
}

/** The chapter names in French; others keep their English name. */
const frenchTags: Readonly<Record<string, string>> = {
  Contracts: "Contrats",
  Products: "Produits",
  Renters: "Loueurs",
  Geo: "Géo",
  Events: "Événements",
  Claims: "Sinistres",
  Sandbox: "Bac à sable",
};

export function tagInLanguage(tag: string, language: string): { text: string; lang: "en" | "fr" } {
  const translated = language.startsWith("fr") ? frenchTags[tag] : undefined;
  return translated === undefined ? { text: tag, lang: "en" } : { text: translated, lang: "fr" };
}
