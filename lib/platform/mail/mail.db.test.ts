import { afterEach, expect, test, vi } from "vitest";
import { sendMail } from "#lib/platform/mail/mail.ts";

const { mails, proxy } = await vi.hoisted(async () => (await import("#e2e/setup/mail-server.ts")).useMailServerBehindProxy());

afterEach(async () => {
  await proxy.pass();
  mails.received.length = 0;
});

const mail = { id: "ntc_1", to: "ada@example.com", subject: "News", text: "Some." };
const timeoutMs = 300;

test.each<[what: string, begin: () => Promise<void> | void]>([
  ["is silent", () => proxy.silenceNew()],
  ["refuses connections", () => proxy.refuseNew()],
])("a mail server that %s is abandoned in time, and the message can be sent again", async (_what, begin) => {
  await begin();
  const started = performance.now();
  expect(await sendMail(mail, { timeoutMs })).toMatchObject({ isFinal: false });
  expect(performance.now() - started).toBeLessThan(2 * timeoutMs + 1_000);
  proxy.reset();
  await proxy.pass();
  expect(await sendMail(mail, { timeoutMs: 10_000 })).toBeUndefined();
  expect(mails.received.map(({ to }) => to)).toEqual([[mail.to]]);
});

test("a message that is sent again has the same Message-ID, so that a mailbox shows it once", async () => {
  await sendMail(mail);
  await sendMail(mail);
  const ids = mails.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  expect(ids).toEqual(["<ntc_1@localhost>", "<ntc_1@localhost>"]);
});
