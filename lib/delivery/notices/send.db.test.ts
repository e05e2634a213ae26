import { afterEach, beforeEach, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { useMailServerBehindProxy } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { sendNotices } from "#lib/delivery/notices/send.ts";
import { openBody } from "#lib/platform/mail/mailbox.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { NewNotice } from "#lib/platform/mail/write-notice.ts";

await useOwnDatabase();
const { mails, proxy } = await useMailServerBehindProxy();

const start = new Date("2027-03-10T10:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const link = "https://covergate.example/password/a-secret-of-the-link";
const notice: NewNotice = {
  kind: "invitation",
  to: ["ada@example.com"],
  partnerId: null,
  subject: "Your account",
  text: `Choose a password: ${link}`,
};
const noAlert = () => Promise.reject(new Error("no alert is sent here"));
const send = (now: Date) => sendNotices(now, { sendAlert: noAlert });
const recipients = () => mails.received.map(({ to }) => to[0]);
const listNotices = () => sql<{ status: string; attempts: number; dueAt: Date | null; error: string | null; body: string | null }[]>`
  select case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as status,
    attempts, due_at, last_error as error, body from notices order by id`;

beforeEach(async () => {
  await sql`delete from notices`;
  mails.received.length = 0;
});
afterEach(async () => {
  proxy.reset();
  await proxy.pass();
});

// rules/notices.md#send-2
test("a notice is sent once to each recipient, by however many instances", async () => {
  await writeNotice(db, { ...notice, to: ["ada@example.com", "bob@example.com", "ada@example.com"] }, start);
  await Promise.all(Array.from({ length: 4 }, () => send(start)));
  expect(new Set(recipients())).toEqual(new Set(["ada@example.com", "bob@example.com"]));
  expect(recipients()).toHaveLength(2);
  expect(mails.received[0]?.text).toContain(link);
});

// rules/notices.md#send-1
test("a notice of a change that is rolled back is never sent", async () => {
  await db
    .transaction(async (tx) => {
      await writeNotice(tx, notice, start);
      throw new Error("the change failed");
    })
    .catch(() => undefined);
  expect(await send(start)).toBe(0);
});

// rules/notices.md#send-4
test("a recipient is told of a cause once", async () => {
  for (const minutes of [0, 60]) {
    await writeNotice(db, { ...notice, cause: "trf_1" }, after(minutes));
    await send(after(minutes));
  }
  await writeNotice(db, { ...notice, cause: "trf_2" }, after(61));
  await send(after(61));
  expect(recipients()).toHaveLength(2);
});

test("a notice survives two days without a mail server, with attempts after 1, 5 and 30 minutes and then hourly", async () => {
  await writeNotice(db, notice, start);
  await proxy.refuseNew();
  const attempted: number[] = [];
  for (let minutes = 0; minutes <= 6 * 60; minutes += 1) if ((await send(after(minutes))) > 0) attempted.push(minutes);
  expect(attempted).toEqual([0, 1, 6, 36, 96, 156, 216, 276, 336]);
  await proxy.pass();
  await send(after(400));
  expect(recipients()).toEqual(["ada@example.com"]);
  expect(await listNotices()).toMatchObject([{ status: "sent", attempts: 10, body: null }]);
});

// rules/notices.md#send-5
test("a notice that cannot be sent for two days fails, which support sees", async () => {
  await writeNotice(db, notice, start);
  await proxy.refuseNew();
  for (let hours = 0; hours <= 50; hours += 1) await send(after(hours * 60));
  expect(await listNotices()).toMatchObject([{ status: "failed", dueAt: null, body: null }]);
  await proxy.pass();
  await send(after(60 * 60));
  expect(recipients()).toEqual([]);
});

// rules/notices.md#send-6
test("the text of a notice is stored encrypted, and only until it is sent", async () => {
  await writeNotice(db, notice, start);
  const [stored] = await sql<{ id: string; body: string; row: string }[]>`select id, body, notices::text as row from notices`;
  expect(stored?.row).not.toContain("a-secret-of-the-link");
  expect(openBody(stored?.body ?? "", stored?.id ?? "")).toContain(link);
  await send(start);
  expect(await listNotices()).toMatchObject([{ status: "sent", body: null }]);
});

test("a run that lost its lease records nothing", async () => {
  await writeNotice(db, notice, start);
  const begun = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  await sql`update notices set kind = 'alert', recipient = 'alr_1'`;
  const slow = sendNotices(start, {
    async sendAlert() {
      begun.resolve();
      await proceed.promise;
      return { error: "tooLate" };
    },
  });
  await begun.promise;
  await sql`update notices set leased_until = clock_timestamp() - interval '1 second'`;
  await sendNotices(start, { sendAlert: () => Promise.resolve(undefined) });
  proceed.resolve();
  await slow;
  expect(await listNotices()).toMatchObject([{ status: "sent", attempts: 1, error: null }]);
});
