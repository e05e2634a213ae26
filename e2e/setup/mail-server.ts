import { afterAll } from "vitest";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import type { SmtpSink } from "#e2e/setup/smtp-sink.ts";
import { completeEnvironment } from "#scripts/settings.ts";

/**
 * Gives a test file a mail server, and what that is given: `const mails = await vi.hoisted(async () => (await
 * import("#e2e/setup/mail-server.ts")).useMailServer())`, which runs before the imports.
 */
export async function useMailServer(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  afterAll(() => sink.close());
  completeEnvironment({ SMTP_URL: sink.url });
  return sink;
}
