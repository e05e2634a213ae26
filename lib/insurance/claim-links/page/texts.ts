import { english } from "#lib/insurance/claim-links/page/texts-en.ts";
import { french } from "#lib/insurance/claim-links/page/texts-fr.ts";
import type { Texts } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { documentsInEnglish, questionsInEnglish } from "#lib/insurance/claims/matrix-in-english.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

export const textsIn: Record<Language, Texts> = { en: english, fr: french };

/** A document or a question of the matrix in the language of the page; a handler's own name for a document stays as it is. */
export function nameIn(language: Language, text: string): string {
  return language === "fr" ? text : (documentsInEnglish[text] ?? questionsInEnglish[text] ?? text);
}

/** The purpose of a document, by the beginning of its type. */
const purposes: readonly [beginning: RegExp, Record<Language, string>][] = [
  [/^Photo des clés/, { fr: "Elle montre que les clés sont encore chez vous.", en: "It shows that you still have the keys." }],
  [
    /^Photo du vélo|^Photo du matériel/,
    { fr: "Elle permet de reconnaître l’objet et son état.", en: "It shows the item and the state it is in." },
  ],
  [
    /^Photo/,
    { fr: "Elle montre ce qui s’est passé. Approchez-vous, avec de la lumière.", en: "It shows what happened. Go close, with good light." },
  ],
  [
    /^Dépôt|^Récapitulatif/,
    { fr: "Il prouve que le vol ou l’acte a été signalé à la police.", en: "It proves that the police were told." },
  ],
  [/^Constat/, { fr: "Il dit qui était impliqué et comment c’est arrivé.", en: "It says who was involved and how it happened." }],
  [/^Contrat/, { fr: "Il montre que l’objet vous était loué ce jour-là.", en: "It shows that you were renting the item on that day." }],
  [/^Devis|^Facture/, { fr: "Il sert à calculer votre remboursement.", en: "Your refund is calculated from it." }],
  [/^Certificat/, { fr: "Il permet de reconnaître le vélo s’il est retrouvé.", en: "It identifies the bike if it is found." }],
];

/** Why a document is asked for; undefined for one that a handler named freely. */
export function purposeIn(language: Language, type: string): string | undefined {
  return purposes.find(([beginning]) => beginning.test(type))?.[1][language];
}
