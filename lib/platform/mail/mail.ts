import { SpanKind } from "@opentelemetry/api";
import { createTransport } from "nodemailer";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { keepMail } from "#lib/platform/mail/mailbox.ts";
import type { Mail } from "#lib/platform/mail/mailbox.ts";
import { runInnerSpan } from "#lib/platform/traces/spans.ts";

const timeoutMs = 10_000;
const timeouts = ["connectionTimeout", "greetingTimeout", "socketTimeout", "dnsTimeout"];

/** Besides an address nodemailer reads no options, so the time-outs, which are 30 s to ten minutes, become a part of it. */
function openTransport(ms = timeoutMs, url = env.SMTP_URL) {
  if (url === undefined) return undefined;
  const [address = "", given] = url.split("?");
  const options = new URLSearchParams(given);
  for (const name of timeouts) if (!options.has(name)) options.set(name, String(ms));
  return createTransport(`${address}?${options}`);
}

/** True if the installation sends e-mail, or keeps it in its mailbox. */
export function sendsMail(): boolean {
  return env.SMTP_URL !== undefined || env.MAILBOX_TOKEN !== undefined;
}

/** Refuses actions that reach a person by e-mail only. */
export function assertSendsMail(): void {
  if (!sendsMail()) throw new UserError("this installation sends no e-mail: ask its operator for a link", { key: "mailOff" });
}

/** Checks that the mail server accepts us, as far as it says before a message; undefined without `SMTP_URL`. Rejects otherwise. */
export async function checkMailServer(): Promise<true | undefined> {
  return openTransport()?.verify();
}

export interface MailError {
  /** Such as `ECONNREFUSED`, or `550` of the server. */
  error: string;
  /** The server refused the recipient, and would again (RFC 5321 § 4.2.1). Any other refusal says nothing about this message. */
  isFinal: boolean;
}

/** Sends a message; undefined once the mail server or the mailbox has it. Never rejects because of the server. Call it outside of transactions. */
export async function sendMail(mail: Mail, settings: { timeoutMs?: number; url?: string } = {}): Promise<MailError | undefined> {
  const { id, to, subject, text } = mail;
  const through = openTransport(settings.timeoutMs, settings.url);
  if (through === undefined) {
    if (!sendsMail()) return { error: "mailOff", isFinal: false };
    await keepMail(mail);
    return undefined;
  }
  try {
    await runInnerSpan("send mail", { kind: SpanKind.CLIENT }, async () => {
      await through.sendMail({ from: env.MAIL_FROM, to, subject, text, messageId: `<${id}@${senderDomain()}>`, headers: automatic });
    });
    return undefined;
  } catch (error) {
    return errorOf(error);
  }
}

/** The domain of the sender's address. */
function senderDomain(): string {
  return /@([^>\s]+)/.exec(env.MAIL_FROM)?.[1] ?? "localhost";
}

/** Keeps out-of-office answers away (RFC 3834 § 5). */
const automatic = { "Auto-Submitted": "auto-generated" };

/** A relay that refuses everybody answers a recipient with a code of policy (5.7.x, RFC 3463 § 3.8), such as "554 5.7.1 Relay access denied". */
const policyRefusal = /^5\d\d[ -]5\.7\./;

function errorOf(error: unknown): MailError {
  const {
    code,
    responseCode,
    response = "",
    command,
  } = error as { code?: string; responseCode?: number; response?: string; command?: string };
  const refusesRecipient = command === "RCPT TO" && responseCode !== undefined && responseCode >= 500;
  return { error: String(responseCode ?? code ?? "unknown"), isFinal: refusesRecipient && !policyRefusal.test(response) };
}
