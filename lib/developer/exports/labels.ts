import { endpoints } from "#lib/developer/endpoints.ts";
import { catalogueTranslations } from "#lib/insurance/catalogue/translations.ts";
import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import type { Messages } from "#lib/platform/i18n/messages.ts";
import french from "#lib/platform/i18n/openapi-french.json" with { type: "json" };

/** Says a value, with a glance at its row. One that has no words stays as it is. */
export type LabelOf = (value: string, language: Language, row: object) => string;

/** The words that the pages use. Names such as `user.signedIn` are paths in `wordsIn`. */
function from(wordsIn: (of: Messages) => object): LabelOf {
  return (value, language) => {
    const words = value.split(".").reduce<unknown>((inner, name) => ownOf(inner, name), wordsIn(messages[language]));
    return typeof words === "string" ? words : value;
  };
}

function ownOf(words: unknown, name: string): unknown {
  return typeof words === "object" && words !== null && Object.hasOwn(words, name) ? (words as Record<string, unknown>)[name] : undefined;
}

const translated: LabelOf = (value, language) => {
  const names = ownOf(catalogueTranslations, value) as Record<Language, string> | undefined;
  return names?.[language] ?? value;
};

const event = from(({ contracts }) => contracts.history.events);
const inFrench: Readonly<Record<string, string>> = french;
const summaries = new Map<string, string>(endpoints.map(({ id, summary }) => [id, summary]));

export const labels = {
  action: from(({ audit }) => audit.actions),
  actor: from(({ audit }) => audit.actors),
  claimStatus: from(({ common }) => common.statuses.claim),
  claimSubtype: from(({ claims }) => claims.subtypes),
  claimType: from(({ claims }) => claims.types),
  contractStatus: from(({ common }) => common.statuses.contract),
  contractType: from(({ contracts }) => contracts.types),
  country: (value, language) =>
    /^[A-Z]{2}$/.test(value) ? (new Intl.DisplayNames(locales[language], { type: "region" }).of(value) ?? value) : value,
  deliveryStatus: from(({ common }) => common.statuses.delivery),
  /** The operation's summary in the reference. */
  endpoint: (value, language) => {
    const summary = summaries.get(value);
    if (summary === undefined) return messages[language].calls.filters.unknownEndpoint;
    return language === "fr" ? (inFrench[summary] ?? summary) : summary;
  },
  environment: from(({ shell }) => shell.environments),
  eventType: (value, language, row) => event(value.replace(/^v2\./, ""), language, row),
  feature: from(({ partners }) => partners.settings.featureNames),
  keyState: from(({ common }) => common.statuses.key),
  networkFault: from(({ deliveries }) => deliveries.networkFaults),
  partnerStatus: from(({ common }) => common.statuses.partner),
  paymentState: from(({ claims }) => claims.payments.states),
  premiumKind: from(({ statements }) => statements.entries.kinds),
  productType: translated,
  productSubtype: (value, language, row) => {
    const { productType } = row as { productType?: string };
    const { subtypes } = (ownOf(catalogueTranslations, productType ?? "") ?? {}) as { subtypes?: object };
    return (ownOf(subtypes, value) as Record<Language, string> | undefined)?.[language] ?? value;
  },
  renewalState: from(({ common }) => common.statuses.renewal),
  securityKind: from(({ securityEvents }) => securityEvents.kinds),
  settlementType: from(({ claims }) => claims.settlements.types),
  source: from(({ calls }) => calls.sources),
  subject: from(({ exports }) => exports.subjects),
  turn: from(({ claims }) => claims.desk.queue.turns),
} as const satisfies Record<string, LabelOf>;
