import { SpanKind } from "@opentelemetry/api";
import { createTransport } from "nodemailer";
import { env } from "#lib/env.ts";
import { Refusal } from "#lib/errors/refusal.ts";
import { log } from "#lib/log.ts";
import { runInnerSpan } from "#lib/traces/spans.ts";

const timeoutMs = 10_000;
const minuteMs = 60_000;
/** What could not be sent is tried again after these pauses, unless the process ends meanwhile. */
const retriesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs];

/** Plain text, sent to each address separately. */
export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
}

interface MailSettings {
  /** Only tests change it. */
  timeoutMs?: number;
  /** None for a caller that tries again itself. */
  retriesMs?: readonly number[];
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

/** Whether the installation sends e-mail at all. */
export const sendsMail: boolean = transport !== undefined;

/** Refuses what reaches a person by e-mail only. */
export function assertSendsMail(): void {
  if (!sendsMail) throw new Refusal("this installation sends no e-mail: ask its operator for a link", { key: "mailOff" });
}

/** Whether the mail server takes what we send, as far as it says before a message; undefined without `SMTP_URL`. Rejects where it does not. */
export async function checkMailServer(): Promise<true | undefined> {
  return transport?.verify();
}

/**
 * Sends a message if `SMTP_URL` is set; returns to how many at once. Others are tried again later, and nobody waits for them. Never
 * rejects. Call it outside of transactions.
 */
export async function sendMail({ to, subject, text }: Mail, settings: MailSettings = {}): Promise<number> {
  const through = settings.timeoutMs === undefined ? transport : openTransport(settings.timeoutMs);
  if (through === undefined) return 0;

  async function send(address: string, [pauseMs, ...later]: readonly number[]): Promise<boolean> {
    try {
      await runInnerSpan("send mail", { kind: SpanKind.CLIENT }, async () => {
        await through?.sendMail({ from: env.MAIL_FROM, to: address, subject, text });
      });
      return true;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const again = pauseMs !== undefined && !isFinal(error);
      log.error({ code, subject }, again ? "a message could not be sent; it is tried again" : "a message could not be sent");
      if (again) setTimeout(() => void send(address, later), pauseMs).unref();
      return false;
    }
  }

  const sent = await Promise.all(to.map((address) => send(address, settings.retriesMs ?? retriesMs)));
  return sent.filter(Boolean).length;
}

/** The server refused this message, and would again (RFC 5321 § 4.2.1). */
function isFinal(error: unknown): boolean {
  return error instanceof Error && "responseCode" in error && Number(error.responseCode) >= 500;
}
