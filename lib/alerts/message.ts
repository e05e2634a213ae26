import { createTranslator } from "next-intl";
import type { AlertRule } from "#lib/alerts/find.ts";
import type { AlertKind } from "#lib/alerts/schema-kinds.ts";
import { pathOfCause, tellAlert } from "#lib/alerts/told.ts";
import type { ToldAlert } from "#lib/alerts/told.ts";
import { env } from "#lib/env.ts";
import { locales } from "#lib/i18n/locales.ts";
import type { Language } from "#lib/i18n/locales.ts";
import en from "#lib/i18n/messages/en/alerts.json" with { type: "json" };
import fr from "#lib/i18n/messages/fr/alerts.json" with { type: "json" };
import type { Environment } from "#lib/partners/schema.ts";

/** Node wants the type of what it imports, so these are not by way of lib/i18n/messages.ts. */
const messages: Record<Language, { alerts: typeof en }> = { en: { alerts: en }, fr: { alerts: fr } };

export interface AlertToSend extends ToldAlert {
  id: string;
  endedAt: Date | null;
}

/** What is sent, for each channel to write in its own form. */
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
  const { t, formats } = wordsOf(rule);
  const inEnvironment = t(`message.environments.${environment}`);
  const title = t(`kinds.${rule.kind}.title`);
  const subject =
    alerts.length === 1
      ? t("message.subject", { title, environment: inEnvironment })
      : t("message.subjectOfMany", { title, count: alerts.length, environment: inEnvironment });
  return {
    ...frameOf(rule, environment),
    isTest: false,
    id: (alerts.at(-1) ?? alerts[0]).id,
    subject,
    lines: alerts.map((alert) => {
      const { key, values } = tellAlert(alert, formats);
      const over = alert.endedAt === null ? "" : ` ${t("told.over", { end: formats.moment(alert.endedAt) })}`;
      return { alert, kind: rule.kind, text: `${t(`told.${key}`, values as never)}${over}`, link: linkTo(environment, pathOfCause(alert)) };
    }),
  };
}

/** The message of the test button. */
export function writeTest(rule: Recipient, environment: Environment, id: string): AlertMessage {
  const { t } = wordsOf(rule);
  const title = t(`kinds.${rule.kind}.title`);
  return {
    ...frameOf(rule, environment),
    isTest: true,
    id,
    subject: t("message.testSubject", { title, environment: t(`message.environments.${environment}`) }),
    lines: [{ alert: null, kind: rule.kind, text: t("message.test", { title }), link: linkTo(environment, "/alerts") }],
  };
}

function frameOf(rule: Recipient, environment: Environment): Pick<AlertMessage, "environment" | "footer"> {
  return { environment, footer: `${wordsOf(rule).t("message.footer")} ${linkTo(environment, "/alerts")}` };
}

function wordsOf({ language, timeZone }: { language: Language; timeZone: string }) {
  const locale = locales[language];
  const [time, day] = [{ dateStyle: "medium", timeStyle: "short", timeZone } as const, { dateStyle: "medium", timeZone } as const];
  const percent = { style: "percent", maximumFractionDigits: 1 } as const;
  return {
    t: createTranslator({ locale, messages: messages[language], namespace: "alerts" }),
    formats: {
      moment: (at: Date) => `${new Intl.DateTimeFormat(locale, time).format(at)} (${timeZone})`,
      day: (at: Date) => new Intl.DateTimeFormat(locale, day).format(at),
      share: (share: number) => new Intl.NumberFormat(locale, percent).format(share),
    },
  };
}

function linkTo(environment: Environment, path: string): string {
  return `${env.BASE_URL ?? `http://localhost:${env.PORT}`}/${environment}${path}`;
}
