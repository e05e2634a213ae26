import { french } from "#lib/insurance/claim-links/page/texts-fr.ts";
import type { Texts } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { documentsInEnglish, questionsInEnglish } from "#lib/insurance/claims/matrix-in-english.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

const english: Texts = {
  title: "Your claim",
  insuredBy: "Insured by Covergate",
  switchLanguage: "Français",
  greeting: (firstName) => `Hello ${firstName},`,
  declared: "What was declared",
  item: "Item",
  what: "What happened",
  when: "Date",
  description: "Description",
  subtypes: {
    total_theft: "Theft",
    partial_theft: "Theft of parts",
    vandalism: "Vandalism",
    partial_break: "Partial damage",
    total_break: "Total damage",
    failure: "Failure",
  },

  asked: "What we need",
  progress: (count, all) => `${count} of ${all} sent`,
  left: (count) => (count > 1 ? `${count} documents asked for` : "1 document asked for"),
  category: { mandatory: "Required", expected: "If you have it", optional: "Optional" },
  state: { waiting: "To send", refused: "Refused", sent: "Sent", accepted: "Accepted" },
  step: (place, all) => `Step ${place} of ${all}`,
  refused: "The handler could not accept it:",
  sendAgain: "Please send another one.",
  noteOf: "Message from the handler:",
  sentAlready: "You have sent this already. A new one replaces it.",
  sameFile: (other: string) => `This is the same file as for “${other}”. Send another one if that was a mistake.`,
  completesDraft: "This is the last required document: with it your claim goes to the insurer.",
  completesReady: "All required documents are here already: with this one your claim goes to the insurer.",
  completesRequest: "This is the last document asked for: your claim goes on as soon as it is here.",
  photograph: "Take a photo",
  choose: "Choose a file",
  send: "Send",
  formats: "PDF, JPEG, PNG, WebP or HEIC, up to 20 MB.",
  skip: "Skip this step",

  ready: "All required documents are here.",
  submit: "Submit my claim",
  received: "It is all here, and submitted.",
  number: (number) => `Your claim number: ${number}`,
  noteNumber: "Keep this number: it identifies your claim whenever you contact us.",
  after: "A handler looks at your claim. If something is missing, you will find it here.",
  outcome: {
    refused: "Your claim was refused",
    accepted: "Your claim was accepted",
    settled: "Your claim is settled",
    cancelled: "Your claim was cancelled",
  },
  outcomeText: {
    refused: (name) => `If you disagree, write to ${name}. Give your claim number and the reasons why the decision should be reviewed.`,
    accepted: () => "The payment is being prepared. You will find its amount and its date here.",
    settled: () => "The claim is closed. You have nothing left to do.",
    cancelled: (name) => `It takes no more documents. If you did not expect this, ask ${name}.`,
  },
  reason: "The reason:",
  paid: (amount, date) => `${amount} paid on ${date}`,
  back: (name) => `Back to ${name}`,

  status: {
    preparing: "Preparing the photo…",
    sending: "Sending",
    waiting: "Connection lost. Sending goes on when it is back.",
    sent: "Sent.",
    retry: "Try again",
  },

  declare: "Declare a loss",
  whichItem: "Which item is it about?",
  whatHappened: "What happened?",
  continue: "Continue",
  yes: "Yes",
  no: "No",
  day: "Day",
  time: "Time",
  parisTime: "Paris time; roughly is fine.",
  describe: "Describe what happened",
  describeHint: (minimum) => `At least ${minimum} characters: where, how, what is affected.`,
  charactersLeft: "{count} more characters",
  enough: "That is long enough.",
  place: "Where did it happen?",
  address: "Address or place",
  zipcode: "Postcode",
  city: "City",
  country: "Country",
  you: "You",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "E-mail (optional)",
  declareNow: "Save and continue",
  otherItem: "Change my answer",

  errors: {
    summary: "Something is missing or not right:",
    required: "Required.",
    description: (minimum) => `At least ${minimum} characters are needed.`,
    claimAt: "This date is in the future, or the item was not covered on it.",
    email: "This e-mail address is not valid.",
    phone: "This is not a phone number.",
    tooLong: "This text is too long.",
    file: "Choose a file.",
    size: "This file is larger than 20 MB. Send a smaller photo.",
    type: "This file is neither a PDF nor a photo. Send a PDF, JPEG, PNG, WebP or HEIC.",
    meanwhile: "Your claim has changed meanwhile. This is how it stands.",
    files: "You have sent many files. Try again in an hour.",
    unavailable: "The service does not answer. Try again in a moment.",
    other: "That did not work. Please try again.",
  },

  gone: "This link does not work",
  goneText: "It has expired or was withdrawn. Ask your rental company for a new one.",
  limited: "Too many attempts",
  limitedText: "Wait a minute, then open the link that you received again.",
  failed: "The service does not answer",
  failedText: "Try again in a moment: nothing that you have sent is lost.",
};

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
