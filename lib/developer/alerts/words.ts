import type { AlertDetail } from "#db/schema/alerts.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";
import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/*
 * Texts of alerts, in messages and on the page. They are not in lib/platform/i18n/messages, which is compiled for the pages alone,
 * because jobs write messages as well.
 */

export interface Formats {
  moment: (at: Date | string) => string;
  day: (at: Date | string) => string;
  share: (share: number) => string;
}

type Detail<Kind extends AlertKind> = Extract<AlertDetail, { kind: Kind }>;

export interface Words {
  titles: Record<AlertKind, string>;
  environments: Record<Environment, string>;
  told: { [Kind in AlertKind]: (detail: Detail<Kind>, since: Date, formats: Formats) => string };
  over: (end: string) => string;
  subject: (title: string, count: number, environment: string) => string;
  testSubject: (title: string, environment: string) => string;
  test: (title: string) => string;
  footer: string;
}

const shareOf = ({ calls, errors }: Detail<"errorRate">): number => (calls === 0 ? 0 : errors / calls);
const lastMomentOf = ({ to }: Detail<"renewalsOfWeek">): Date => new Date(Date.parse(to) - 1);

const en: Words = {
  titles: {
    errorRate: "Error rate of calls",
    webhookFailing: "Webhook failing",
    keyUnused: "Key unused",
    keyOutdated: "Old key in use",
    claimWaiting: "Claim waiting for you",
    renewalsOfWeek: "Renewals of the week",
  },
  environments: { development: "Development", production: "Production" },
  told: {
    errorRate: (detail, since, { moment, share }) =>
      `${share(shareOf(detail))} of your calls were refused (${detail.errors} of ${detail.calls}), since ${moment(since)}.`,
    webhookFailing: ({ name, attempts }, since, { moment }) =>
      `Webhook “${name}” has been failing since ${moment(since)}: ${attempts === 1 ? "1 attempt" : `${attempts} attempts in a row`} failed.`,
    keyUnused: ({ preview }, since, { moment }) => `API key ${preview}… has not been used since ${moment(since)}.`,
    keyOutdated: ({ preview, works, endsAt }, last, { moment }) =>
      works
        ? `API key ${preview}… was replaced and is still in use, last on ${moment(last)}. It stops working on ${moment(endsAt)}.`
        : `API key ${preview}… stopped working on ${moment(endsAt)} and is still in use, last on ${moment(last)}. Its calls are refused.`,
    claimWaiting: ({ number }, since, { moment }) => `Claim ${number} has been waiting for your documents since ${moment(since)}.`,
    renewalsOfWeek: (detail, _since, { day }) =>
      `${detail.count === 1 ? "1 contract renews" : `${detail.count} contracts renew`} from ${day(detail.from)} to ${day(lastMomentOf(detail))}.`,
  },
  over: (end) => `Over since ${end}.`,
  subject: (title, count, environment) => `${title}${count === 1 ? "" : `: ${count}`} (${environment})`,
  testSubject: (title, environment) => `Test: ${title} (${environment})`,
  test: (title) => `This is a test of the alert “${title}”. Real ones arrive here.`,
  footer: "Choose what to be notified about:",
};

const fr: Words = {
  titles: {
    errorRate: "Taux d’erreur des appels",
    webhookFailing: "Webhook en échec",
    keyUnused: "Clé inutilisée",
    keyOutdated: "Ancienne clé utilisée",
    claimWaiting: "Sinistre en attente de votre part",
    renewalsOfWeek: "Renouvellements de la semaine",
  },
  environments: { development: "Développement", production: "Production" },
  told: {
    errorRate: (detail, since, { moment, share }) =>
      `${share(shareOf(detail))} de vos appels ont été refusés (${detail.errors} sur ${detail.calls}), depuis le ${moment(since)}.`,
    webhookFailing: ({ name, attempts }, since, { moment }) =>
      `Le webhook «\u00A0${name}\u00A0» échoue depuis le ${moment(since)}\u00A0: ${attempts === 1 ? "1 tentative a échoué" : `${attempts} tentatives de suite ont échoué`}.`,
    keyUnused: ({ preview }, since, { moment }) => `La clé d’API ${preview}… n’est pas utilisée depuis le ${moment(since)}.`,
    keyOutdated: ({ preview, works, endsAt }, last, { moment }) =>
      works
        ? `La clé d’API ${preview}… a été remplacée et est encore utilisée, en dernier le ${moment(last)}. Elle cessera de fonctionner le ${moment(endsAt)}.`
        : `La clé d’API ${preview}… a cessé de fonctionner le ${moment(endsAt)} et est encore utilisée, en dernier le ${moment(last)}. Ses appels sont refusés.`,
    claimWaiting: ({ number }, since, { moment }) => `Le sinistre ${number} attend vos documents depuis le ${moment(since)}.`,
    renewalsOfWeek: (detail, _since, { day }) =>
      `${detail.count === 1 ? "1 contrat se renouvelle" : `${detail.count} contrats se renouvellent`} du ${day(detail.from)} au ${day(lastMomentOf(detail))}.`,
  },
  over: (end) => `Terminé le ${end}.`,
  subject: (title, count, environment) => `${title}${count === 1 ? "" : `\u00A0: ${count}`} (${environment})`,
  testSubject: (title, environment) => `Test\u00A0: ${title} (${environment})`,
  test: (title) => `Ceci est un test de l’alerte «\u00A0${title}\u00A0». Les vraies arrivent ici.`,
  footer: "Choisir les alertes à recevoir\u00A0:",
};

export const words: Record<Language, Words> = { en, fr };

/** The sentence of a cause: what, and since when. */
export function tellCause({ told: wording }: Words, detail: AlertDetail, since: Date, formats: Formats): string {
  // Each kind has the function of its own detail.
  const tell = wording[detail.kind] as (detail: AlertDetail, since: Date, formats: Formats) => string;
  return tell(detail, since, formats);
}

/** Messages name the zone of their times; a page shows all times in the viewer's. */
export function formatsOf({ language, timeZone }: { language: Language; timeZone: string }, { namesZone = true } = {}): Formats {
  const locale = locales[language];
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  return {
    moment: (at) => `${withFirst(moments.format(new Date(at)))}${namesZone ? ` (${timeZone})` : ""}`,
    day: (at) => withFirst(days.format(new Date(at))),
    share: (share) => shares.format(share),
  };
}
