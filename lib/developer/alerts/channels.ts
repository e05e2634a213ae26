import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import type { Answer, Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { decryptSecret } from "#lib/delivery/webhooks/secrets.ts";
import { listPeople } from "#lib/developer/alerts/find.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";
import type { AlertMessage } from "#lib/developer/alerts/message.ts";
import { openAlertUrl } from "#lib/developer/alerts/secrets.ts";
import { sendMail, sendsMail } from "#lib/platform/mail/mail.ts";

/** Why a message did not arrive: a key of `alerts.failures`, or `status 503` of a receiver. Holds no part of a URL. */
export type AlertFailure = NetworkErrorName | "mailOff" | "mailRefused" | "noRecipients" | `status ${number}`;

/** Whom a rule's messages go to, one by one: a user, or a URL. */
export interface AlertTarget {
  /** The id of the user; `url` for a URL. */
  id: string;
  /** Never rejects for what the receiver does; undefined if the message arrived. */
  send(message: AlertMessage): Promise<AlertFailure | undefined>;
}

/** The present targets of a rule; none if nobody of its recipients may see it any more. */
export async function targetsOf(rule: AlertRule, sender: Sender, now: Date): Promise<AlertTarget[]> {
  if (rule.channel === "mail") {
    const people = await listPeople(rule.worldId, rule.kind, rule.recipients);
    return people.map(({ id, email }) => ({ id, send: (message) => mail(email, message) }));
  }
  const url = openAlertUrl(rule.url ?? "", rule.id);
  return [{ id: "url", send: async (message) => failureOf(await sender.post({ url, ...requestOf(rule, message, now) })) }];
}

async function mail(address: string, message: AlertMessage): Promise<AlertFailure | undefined> {
  if (!sendsMail()) return "mailOff";
  const text = [...message.lines.flatMap((line) => [line.text, line.link, ""]), message.footer].join("\n");
  const error = await sendMail({ id: message.id, to: address, subject: message.subject, text });
  return error === undefined ? undefined : "mailRefused";
}

function failureOf(answer: Answer): AlertFailure | undefined {
  if (answer.kind === "failure") return answer.error;
  return answer.status >= 200 && answer.status < 300 ? undefined : `status ${answer.status}`;
}

function requestOf(rule: AlertRule, message: AlertMessage, now: Date): { body: string; headers: Record<string, string> } {
  const headers = { "content-type": "application/json", "user-agent": "Covergate-Webhooks/2" };
  if (rule.channel === "chat") return { body: JSON.stringify({ text: chatText(message) }), headers };
  const body = JSON.stringify(webhookBody(message));
  if (rule.signingSecret === null) return { body, headers };
  const signed = { id: message.id, timestamp: timestampOf(now) };
  const signature = signatureOf({ ...signed, body }, [decryptSecret(rule.signingSecret, rule.id)]);
  return { body, headers: { ...headers, ...signatureHeaders(signed, signature) } };
}

function escapeForChat(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The format that Slack and compatible receivers read; names that people chose must not become a mention or a link. */
function chatText({ subject, lines }: AlertMessage): string {
  return [`*${escapeForChat(subject)}*`, ...lines.flatMap(({ text, link }) => [escapeForChat(text), link])].join("\n");
}

/** The envelope of every webhook: exactly a type and its data. */
function webhookBody({ isTest, environment, lines }: AlertMessage): object {
  const alerts = lines.map(({ alert, kind, text, link }) => ({
    id: alert?.id ?? null,
    kind,
    since: alert?.since ?? null,
    ended_at: alert?.endedAt ?? null,
    text,
    link,
  }));
  return { event_type: isTest ? "alert.test" : "alert", data: { environment, alerts } };
}
