import type { AlertDetail } from "#db/schema/alerts.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language, Reader } from "#lib/platform/i18n/locales.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";

/*
 * Texts of alerts, in messages and on the page. They are not in lib/platform/i18n/messages, which is compiled for the pages alone,
 * because jobs write messages as well.
 */

/** A cause as it is told. */
export interface ToldAlert {
  detail: AlertDetail;
  since: Date;
}

interface Formats {
  since: string;
  moment: (at: Date | string) => string;
  share: (share: number) => string;
}

interface KindTexts<Detail extends AlertDetail> {
  titles: Record<Language, string>;
  /** The page that shows the cause, below the environment. */
  path: (detail: Detail, since: Date) => string;
  en: (detail: Detail, formats: Formats) => string;
  fr: (detail: Detail, formats: Formats) => string;
}

const kinds: { [Kind in AlertKind]: KindTexts<Extract<AlertDetail, { kind: Kind }>> } = {
  errorRate: {
    titles: { en: "Error rate of calls", fr: "Taux d’erreur des appels" },
    path: (_detail, since) => `/calls?status=4xx,5xx&source=system,command_line&from=${since.toISOString()}`,
    en: ({ errors, calls }, { since, share }) =>
      `${share(errors / calls)} of your calls were refused (${errors} of ${calls}), since ${since}.`,
    fr: ({ errors, calls }, { since, share }) =>
      `${share(errors / calls)} de vos appels ont été refusés (${errors} sur ${calls}), depuis le ${since}.`,
  },
  webhookFailing: {
    titles: { en: "Webhook failing", fr: "Webhook en échec" },
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    en: ({ name, attempts }, { since }) =>
      `Webhook “${name}” has been failing since ${since}: ${attempts === 1 ? "1 attempt" : `${attempts} attempts in a row`} failed.`,
    fr: ({ name, attempts }, { since }) =>
      `Le webhook «\u00A0${name}\u00A0» échoue depuis le ${since}\u00A0: ${attempts === 1 ? "1 tentative a échoué" : `${attempts} tentatives de suite ont échoué`}.`,
  },
  keyUnused: {
    titles: { en: "Key unused", fr: "Clé inutilisée" },
    path: () => "/keys",
    en: ({ preview }, { since }) => `API key ${preview}… has not been used since ${since}.`,
    fr: ({ preview }, { since }) => `La clé d’API ${preview}… n’est pas utilisée depuis le ${since}.`,
  },
  keyOutdated: {
    titles: { en: "Old key in use", fr: "Ancienne clé utilisée" },
    path: ({ keyId }) => `/calls?key=${keyId}`,
    en: ({ preview, works, endsAt }, { since, moment }) =>
      works
        ? `API key ${preview}… was replaced and is still in use, last on ${since}. It stops working on ${moment(endsAt)}.`
        : `API key ${preview}… stopped working on ${moment(endsAt)} and is still in use, last on ${since}. Its calls are refused.`,
    fr: ({ preview, works, endsAt }, { since, moment }) =>
      works
        ? `La clé d’API ${preview}… a été remplacée et est encore utilisée, en dernier le ${since}. Elle cessera de fonctionner le ${moment(endsAt)}.`
        : `La clé d’API ${preview}… a cessé de fonctionner le ${moment(endsAt)} et est encore utilisée, en dernier le ${since}. Ses appels sont refusés.`,
  },
  claimWaiting: {
    titles: { en: "Claim waiting for you", fr: "Sinistre en attente de votre part" },
    path: ({ id }) => `/claims/${id}`,
    en: ({ number }, { since }) => `Claim ${number} has been waiting for your documents since ${since}.`,
    fr: ({ number }, { since }) => `Le sinistre ${number} attend vos documents depuis le ${since}.`,
  },
};

// Each kind has the functions of its own detail.
const textsOf = (kind: AlertKind) => kinds[kind] as KindTexts<AlertDetail>;

export function titleOf(kind: AlertKind, language: Language): string {
  return kinds[kind].titles[language];
}

export function pathOfCause({ detail, since }: ToldAlert): string {
  return textsOf(detail.kind).path(detail, since);
}

interface Times {
  namesZone: boolean;
}

/** The sentence of a cause: what, and since when. Messages name the zone of their times; a page shows all times in the viewer's. */
export function tellCause({ detail, since }: ToldAlert, reader: Reader, times: Times): string {
  const { format: share } = new Intl.NumberFormat(locales[reader.language], { style: "percent", maximumFractionDigits: 1 });
  const moment = (at: Date | string) => formatMoment(at, reader, times);
  return textsOf(detail.kind)[reader.language](detail, { since: moment(since), moment, share });
}

export function formatMoment(at: Date | string, { language, timeZone }: Reader, { namesZone }: Times): string {
  const { format } = new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeStyle: "short", timeZone });
  return `${withFirst(format(new Date(at)))}${namesZone ? ` (${timeZone})` : ""}`;
}
