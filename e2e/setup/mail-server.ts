import { afterAll } from "vitest";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import type { SmtpSink } from "#e2e/setup/smtp-sink.ts";
import { completeEnvironment } from "#scripts/settings.ts";

/**
 * Gives a test file a mail server, and what that is given: `const mails = await vi.hoisted(async () => (await
 * import("#e2e/setup/mail-server.ts")).useMailServer())`, which runs before the imports.
 */
export async function useMailServer(): Promise<SmtpSink & { deliver(): Promise<void> }> {
  const sink = await startSmtpSink();
  afterAll(() => sink.close());
  completeEnvironment({ SMTP_URL: sink.url });
  return Object.assign(sink, { deliver });
}

/** Sends every notice that waits. */
async function deliver(): Promise<void> {
  const { sendDueNotices } = await import("#lib/jobs/send-notices.ts");
  await sendDueNotices(new Date("2100-01-01T00:00:00.000Z"));
}
