import { SpanKind } from "@opentelemetry/api";
import { createTransport } from "nodemailer";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { runInnerSpan } from "#lib/platform/traces/spans.ts";

const timeoutMs = 10_000;
/** A plain text to one address. */
export interface Mail {
  /** The id of its notice; the same when it is sent again, so that mailboxes show a repeated message once. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

const timeouts = ["connectionTimeout", "greetingTimeout", "socketTimeout", "dnsTimeout"];

/** Besides an address nodemailer reads no options, so the time-outs, which are 30 s to ten minutes, become a part of it. */
function openTransport(ms: number) {
  if (env.SMTP_URL === undefined) return undefined;
  const [address = "", given] = env.SMTP_URL.split("?");
  const options = new URLSearchParams(given);
  for (const name of timeouts) if (!options.has(name)) options.set(name, String(ms));
  return createTransport(`${address}?${options}`);
}

const transport = openTransport(timeoutMs);

/** True if the installation sends e-mail. */
export const sendsMail: boolean = transport !== undefined;

/** Refuses actions that reach a person by e-mail only. */
export function assertSendsMail(): void {
  if (!sendsMail) throw new UserError("this installation sends no e-mail: ask its operator for a link", { key: "mailOff" });
}

/** Checks that the mail server accepts us, as far as it says before a message; undefined without `SMTP_URL`. Rejects otherwise. */
export async function checkMailServer(): Promise<true | undefined> {
  return transport?.verify();
}

export interface MailError {
  /** Such as `ECONNREFUSED`, or `550` of the server. */
  error: string;
  /** The server refused this message, and would again (RFC 5321 § 4.2.1). */
  isFinal: boolean;
}

/** Sends a message; undefined once the mail server has taken it. Never rejects because of the server. Call it outside of transactions. */
export async function sendMail({ id, to, subject, text }: Mail, settings: { timeoutMs?: number } = {}): Promise<MailError | undefined> {
  const through = settings.timeoutMs === undefined ? transport : openTransport(settings.timeoutMs);
  if (through === undefined) return { error: "mailOff", isFinal: false };
  try {
    await runInnerSpan("send mail", { kind: SpanKind.CLIENT }, async () => {
      await through.sendMail({ from: env.MAIL_FROM, to, subject, text, messageId: `<${id}@${domain}>` });
    });
    return undefined;
  } catch (error) {
    return errorOf(error);
  }
}

/** The domain of the sender's address. */
const domain = /@([^>\s]+)/.exec(env.MAIL_FROM)?.[1] ?? "localhost";

function errorOf(error: unknown): MailError {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return { error: String(responseCode ?? code ?? "unknown"), isFinal: responseCode !== undefined && responseCode >= 500 };
}
