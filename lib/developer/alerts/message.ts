import type { AlertRule } from "#lib/developer/alerts/find.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { pathOfCause } from "#lib/developer/alerts/told.ts";
import type { ToldAlert } from "#lib/developer/alerts/told.ts";
import { formatsOf, tellCause, words } from "#lib/developer/alerts/words.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

export interface AlertToSend extends ToldAlert {
  id: string;
  endedAt: Date | null;
}

/** The content of a message, which each channel formats in its own way. */
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
