import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { formatMoment, pathOfCause, tellCause, titleOf } from "#lib/developer/alerts/texts.ts";
import type { ToldAlert } from "#lib/developer/alerts/texts.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Language, Reader } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { escapeXml } from "#lib/platform/text/characters.ts";

export interface AlertToSend extends ToldAlert {
  id: string;
  endedAt: Date | null;
}

/** A message as an e-mail, and as the body of a request. */
export interface AlertMessage {
  /** Identifies it to a receiver; the same on retries. */
  id: string;
  subject: string;
  text: string;
  body: string;
}

type Recipient = Reader & { kind: AlertKind };

/** An alert in the body of a request. */
interface Line {
  id: string | null;
  kind: AlertKind;
  since: Date | null;
  ended_at: Date | null;
  text: string;
  link: string;
}

/** The texts around the sentences of causes, as in lib/developer/alerts/texts.ts. */
const frames = {
  en: {
    environments: { development: "Development", production: "Production" },
    over: (end: string) => `Over since ${end}.`,
    colon: ": ",
    testOf: (title: string) => `This is a test of the alert “${title}”. Real ones arrive here.`,
    footer: "Choose what to be notified about:",
  },
  fr: {
    environments: { development: "Développement", production: "Production" },
    over: (end: string) => `Terminé le ${end}.`,
    colon: "\u00A0: ",
    testOf: (title: string) => `Ceci est un test de l’alerte «\u00A0${title}\u00A0». Les vraies arrivent ici.`,
    footer: "Choisir les alertes à recevoir\u00A0:",
  },
} satisfies Record<Language, { environments: Record<Environment, string> } & Record<string, unknown>>;

/** Writes alerts of a rule as one message, in its language and time zone. */
export function writeMessage(rule: Recipient, environment: Environment, alerts: readonly AlertToSend[]): AlertMessage {
  const { over, colon } = frames[rule.language];
  const title = titleOf(rule.kind, rule.language);
  const times = { namesZone: true };
  const lines = alerts.map((alert): Line => {
    const { id, since, endedAt } = alert;
    const end = endedAt === null ? "" : ` ${over(formatMoment(endedAt, rule, times))}`;
    const link = linkTo(environment, pathOfCause(alert));
    return { id, kind: rule.kind, since, ended_at: endedAt, text: tellCause(alert, rule, times) + end, link };
  });
  const subject = lines.length === 1 ? title : `${title}${colon}${lines.length}`;
  return compose(rule, environment, { id: lines.at(-1)?.id ?? "", type: "alert", subject, lines });
}

/** Writes the message of the test button. */
export function writeTest(rule: Recipient, environment: Environment): AlertMessage {
  const { colon, testOf } = frames[rule.language];
  const title = titleOf(rule.kind, rule.language);
  const line = { id: null, kind: rule.kind, since: null, ended_at: null, text: testOf(title), link: linkTo(environment, "/alerts") };
  return compose(rule, environment, { id: newId("alert"), type: "alert.test", subject: `Test${colon}${title}`, lines: [line] });
}

function compose(
  { language }: Recipient,
  environment: Environment,
  { id, type, lines, ...message }: { id: string; type: string; subject: string; lines: readonly Line[] },
): AlertMessage {
  const { environments, footer } = frames[language];
  const subject = `${message.subject} (${environments[environment]})`;
  // The format of Slack and compatible chats. Names that people chose must not become a mention or a link.
  const chat = [`*${escapeXml(subject)}*`, ...lines.flatMap(({ text, link }) => [escapeXml(text), link])];
  return {
    id,
    subject,
    text: [...lines.flatMap(({ text, link }) => [text, link, ""]), `${footer} ${linkTo(environment, "/alerts")}`].join("\n"),
    // The envelope of every webhook, and beside it `text`, which a chat shows.
    body: JSON.stringify({ event_type: type, data: { environment, alerts: lines }, text: chat.join("\n") }),
  };
}

function linkTo(environment: Environment, path: string): string {
  return ownAddress(`/${environment}${path}`);
}
