import { createTransport } from "nodemailer";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

const timeoutMs = 10_000;

/** Plain text, sent to each address separately. */
export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
}

const transport =
  env.SMTP_URL === undefined
    ? undefined
    : createTransport({ url: env.SMTP_URL, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs });

/** Sends a message if `SMTP_URL` is set; returns to how many. Never rejects. Call it outside of transactions. */
export async function sendMail({ to, subject, text }: Mail): Promise<number> {
  if (transport === undefined) return 0;
  let sent = 0;
  for (const address of to) {
    try {
      await transport.sendMail({ from: env.MAIL_FROM, to: address, subject, text });
      sent += 1;
    } catch (error) {
      log.error({ code: error instanceof Error && "code" in error ? error.code : undefined, subject }, "a message could not be sent");
    }
  }
  return sent;
}
