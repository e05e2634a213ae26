import french from "#lib/openapi/french.json" with { type: "json" };

const words: Readonly<Record<string, string>> = french;

/** A text of the OpenAPI document, which is in English, in the words of a language; as it is where there are none. */
export function inLanguage(text: string, language: string): { text: string; lang: "en" | "fr" } {
  const translated = language.startsWith("fr") ? words[text] : undefined;
  return translated === undefined ? { text, lang: "en" } : { text: translated, lang: "fr" };
}

/** The chapters of the reference in French; others keep their English name. */
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
