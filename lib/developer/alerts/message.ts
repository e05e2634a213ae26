import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { AlertDetail } from "#db/schema/alerts.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { alertKinds } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { withFirst } from "#lib/platform/i18n/first-of-month.ts";
import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { developerRoles } from "#lib/platform/roles.ts";

export type AlertRule = typeof alertRules.$inferSelect;

const maxPeople = 200;

const isDeveloper = inArray(users.role, developerRoles);

/** A cause as it is told. */
export interface ToldAlert {
  detail: AlertDetail;
  since: Date;
}

/** The page that shows the cause, below the environment. */
export function pathOfCause({ detail, since }: ToldAlert): string {
  switch (detail.kind) {
    case "errorRate":
      return `/calls?status=4xx,5xx&source=system,command_line&from=${since.toISOString()}`;
    case "webhookFailing":
      return `/webhooks/${detail.webhookId}`;
    case "keyUnused":
      return "/keys";
    case "keyOutdated":
      return `/calls?key=${detail.keyId}`;
    case "claimWaiting":
      return `/claims/${detail.id}`;
  }
}

export interface AlertToSend extends ToldAlert {
  id: string;
  endedAt: Date | null;
}

/** The content of a message, which an e-mail and a request format in their own ways. */
export interface AlertMessage {
  isTest: boolean;
  /** Identifies it to a receiver; the same on retries. */
  id: string;
  environment: Environment;
  subject: string;
  lines: { alert: AlertToSend | null; kind: AlertKind; text: string; link: string }[];
  /** Why it is sent and where that is changed. */
  footer: string;
}

type Recipient = Pick<AlertRule, "kind" | "language" | "timeZone">;

/** Writes alerts of a rule as one message, in its language and time zone. */
export function writeMessage(rule: Recipient, environment: Environment, alerts: readonly [AlertToSend, ...AlertToSend[]]): AlertMessage {
  const { titles, environments, subject, over } = words[rule.language];
  const formats = formatsOf(rule);
  return {
    ...frameOf(rule, environment),
    isTest: false,
    id: (alerts.at(-1) ?? alerts[0]).id,
    subject: subject(titles[rule.kind], alerts.length, environments[environment]),
    lines: alerts.map((alert) => {
      const sentence = tellCause(words[rule.language], alert.detail, alert.since, formats);
      const end = alert.endedAt === null ? "" : ` ${over(formats.moment(alert.endedAt))}`;
      return { alert, kind: rule.kind, text: sentence + end, link: linkTo(environment, pathOfCause(alert)) };
    }),
  };
}

/** The message of the test button. */
export function writeTest(rule: Recipient, environment: Environment, id: string): AlertMessage {
  const { titles, environments, test, testSubject } = words[rule.language];
  const title = titles[rule.kind];
  return {
    ...frameOf(rule, environment),
    isTest: true,
    id,
    subject: testSubject(title, environments[environment]),
    lines: [{ alert: null, kind: rule.kind, text: test(title), link: linkTo(environment, "/alerts") }],
  };
}

function frameOf({ language }: Recipient, environment: Environment): Pick<AlertMessage, "environment" | "footer"> {
  return { environment, footer: `${words[language].footer} ${linkTo(environment, "/alerts")}` };
}

function linkTo(environment: Environment, path: string): string {
  return ownAddress(`/${environment}${path}`);
}

/*
 * Texts of alerts, in messages and on the page. They are not in lib/platform/i18n/messages, which is compiled for the pages alone,
 * because jobs write messages as well.
 */

interface Formats {
  moment: (at: Date | string) => string;
  share: (share: number) => string;
}

type Detail<Kind extends AlertKind> = Extract<AlertDetail, { kind: Kind }>;

interface Words {
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

const en: Words = {
  titles: {
    errorRate: "Error rate of calls",
    webhookFailing: "Webhook failing",
    keyUnused: "Key unused",
    keyOutdated: "Old key in use",
    claimWaiting: "Claim waiting for you",
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
  const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  return {
    moment: (at) => `${withFirst(moments.format(new Date(at)))}${namesZone ? ` (${timeZone})` : ""}`,
    share: (share) => shares.format(share),
  };
}

/** Finds a rule of this world, and locks it with a transaction; NotFound for one of another world. */
export async function findRule(world: Pick<World, "id">, ruleId: string, tx?: Transaction): Promise<AlertRule> {
  const wanted = and(eq(alertRules.id, ruleId), eq(alertRules.worldId, world.id));
  const query = (tx ?? db).select().from(alertRules).where(wanted);
  const [rule] = await (tx === undefined ? query : query.for("no key update"));
  if (rule === undefined) throw new NotFound(`there is no alert ${ruleId}`, { key: "noAlert" });
  return rule;
}

/** Lists the people who may receive a kind: developers all, members only what they see in the portal. */
export async function listPeople(
  worldId: number,
  kind?: AlertKind,
  among?: readonly string[],
): Promise<{ id: string; name: string; email: string; isDeveloper: boolean }[]> {
  const isForAll = kind === undefined || alertKinds[kind].isForMembers;
  return db
    .select({ id: users.id, name: users.name, email: users.email, isDeveloper: sql<boolean>`${isDeveloper}` })
    .from(users)
    .innerJoin(worlds, eq(worlds.partnerId, users.partnerId))
    .where(
      and(
        eq(worlds.id, worldId),
        isNull(users.disabledAt),
        isForAll ? undefined : isDeveloper,
        among === undefined ? undefined : inArray(users.id, [...among]),
      ),
    )
    .orderBy(users.name, users.id)
    .limit(maxPeople);
}
