import { afterEach, expect, test } from "vitest";
import { useMailServerBehindProxy } from "#e2e/setup/mail-server.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";

const { mails, proxy } = await useMailServerBehindProxy();

afterEach(async () => {
  await proxy.pass();
  mails.received.length = 0;
});

const mail = { id: "ntc_1", to: "ada@example.com", subject: "News", text: "Some." };

test("a mail server that is silent is abandoned after the time-out, and the message can be sent again", async () => {
  proxy.silenceNew();
  let isPatientOver = false;
  const patient = sendMail(mail, { timeoutMs: 60_000 }).finally(() => (isPatientOver = true));
  expect(await sendMail(mail, { timeoutMs: 100 })).toMatchObject({ isFinal: false });
  expect(isPatientOver).toBe(false);
  proxy.reset();
  expect(await patient).toMatchObject({ isFinal: false });
  await proxy.pass();
  expect(await sendMail(mail)).toBeUndefined();
  expect(mails.received.map(({ to }) => to)).toEqual([[mail.to]]);
});

test("a message that is refused a connection can be sent again", async () => {
  await proxy.refuseNew();
  expect(await sendMail(mail)).toMatchObject({ isFinal: false });
  await proxy.pass();
  expect(await sendMail(mail)).toBeUndefined();
  expect(mails.received.map(({ to }) => to)).toEqual([[mail.to]]);
});

test("a message that is sent again has the same Message-ID, so that a mailbox shows it once", async () => {
  await sendMail(mail);
  await sendMail(mail);
  const ids = mails.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  expect(ids).toEqual(["<ntc_1@localhost>", "<ntc_1@localhost>"]);
});
