import { afterAll } from "vitest";
import { changeSettings } from "#e2e/setup/settings.ts";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import type { SmtpSink } from "#e2e/setup/smtp-sink.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import type { TcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { sendDueNotices } from "#jobs/maintenance.ts";

type MailServer = SmtpSink & { deliver(): Promise<void> };

/** Gives a test file a mail server, and what that is given: `const mails = await useMailServer()` before everything but the imports. */
export async function useMailServer(): Promise<MailServer> {
  const sink = await startSmtpSink();
  afterAll(() => sink.close());
  changeSettings({ SMTP_URL: sink.url });
  return Object.assign(sink, { deliver });
}

/** Does the same as `useMailServer`, behind a proxy that can be silent, or refuse. */
export async function useMailServerBehindProxy(): Promise<{ mails: MailServer; proxy: TcpProxy }> {
  const mails = await useMailServer();
  const address = mails.server.server.address();
  const proxy = await startTcpProxy(typeof address === "object" && address !== null ? address.port : 0);
  afterAll(() => proxy.close());
  changeSettings({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` });
  return { mails, proxy };
}

/** Sends every notice that waits. */
async function deliver(): Promise<void> {
  await sendDueNotices(new Date("2100-01-01T00:00:00.000Z"));
}
