import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { readHealth } from "#lib/delivery/webhook-settings/health.ts";
import { change, create } from "#lib/delivery/webhook-settings/manage.ts";
import { listOutageNotices, noticeOutages, markOutageNoticesSeen } from "#lib/delivery/webhook-settings/outages.ts";
import { attempt, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";

await useOwnDatabase();
const mails = await useMailServer();

const minute = 60_000;
const start = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * minute);

async function makeFailing() {
  const { id: partnerId, owner } = await makeOwner();
  const second = await makeUser({ role: "owner", partnerId });
  await makeUser({ role: "member", partnerId });
  const ctx = owner("production", start);
  const webhook = await create(ctx, { ...sampleSettings, name: "Back office" });
  const emails = (
    await sql<{ email: string }[]>`select email from users where partner_id = ${partnerId} and role = 'owner' order by id`
  ).map(({ email }) => email);
  const at = (minutes: number) => owner("production", after(minutes));
  const [failed = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  for (const minutes of [0, 1, 6, 36]) await attempt(failed, after(minutes), 503);
  mails.received.length = 0;
  return { webhook, emails, at, second };
}
const arrive = async (ctx: Parameters<typeof emitSampleEvent>[0], statusCode = 200) => {
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(id, ctx.realTime, statusCode);
};

test("owners are notified once that a webhook has failed for an hour, and once that it works again, however many instances check", async () => {
  const { webhook, emails, at } = await makeFailing();
  expect(await noticeOutages(after(59))).toEqual({ began: 0, ended: 0 });
  const looks = await Promise.all(Array.from({ length: 4 }, () => noticeOutages(after(60))));
  expect(looks.reduce((sum, { began }) => sum + began, 0)).toBe(1);
  await mails.deliver();
  expect(mails.received.map(({ to }) => to.join(",")).toSorted()).toEqual(emails.toSorted());
  expect(mails.received[0]?.text).toContain("Subject: Webhook failing");
  expect(mails.received[0]?.text).toContain(`/production/webhooks/${webhook.id}`);
  expect(await listOutageNotices(at(61))).toEqual([
    { webhookId: webhook.id, webhookName: webhook.name, environment: "production", beganAt: start, endedAt: null, at: after(60) },
  ]);
  await arrive(at(90), 500);
  await noticeOutages(after(91));
  await mails.deliver();
  expect(mails.received).toHaveLength(2);

  await arrive(at(120));
  const ends = await Promise.all(Array.from({ length: 4 }, () => noticeOutages(after(121))));
  expect(ends.reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
  await mails.deliver();
  expect(mails.received).toHaveLength(4);
  expect(mails.received[2]?.text).toContain("Subject: Webhook working again");
  const [notice] = await listOutageNotices(at(122));
  expect(notice).toMatchObject({ beganAt: start, endedAt: after(120) });
  await markOutageNoticesSeen(at(122), after(120));
  expect(await listOutageNotices(at(122))).toEqual([]);
  expect((await sql`select enabled from webhooks where id = ${webhook.id}`)[0]).toEqual({ enabled: true });
});

test("the page of a webhook shows since when it fails, and counts its attempts by the hour", async () => {
  const { webhook, at } = await makeFailing();
  const read = (minutes: number) => readHealth(at(minutes), webhook.id, { range: "24h", timeZone: "UTC" });
  expect(await read(50)).toMatchObject({
    total: { attempts: 4, failures: 4 },
    failingSince: start,
    consecutiveFailures: 4,
    lastSucceededAt: null,
    lastFailure: { at: after(36), statusCode: 503, error: null },
    outages: [],
  });
  await noticeOutages(after(60));
  await arrive(at(70));
  await noticeOutages(after(71));
  const health = await read(80);
  expect(health).toMatchObject({
    total: { attempts: 5, failures: 4 },
    failingSince: null,
    consecutiveFailures: 0,
    lastSucceededAt: after(70),
  });
  expect(health.outages).toEqual([{ beganAt: start, endedAt: after(70) }]);
  expect(health.points.slice(-2)).toMatchObject([
    { at: start, attempts: 4, failures: 4 },
    { at: after(60), attempts: 1, failures: 0, p95Ms: 12.6 },
  ]);
  await expect(
    readHealth({ ...at(80), world: { ...at(80).world, id: at(80).world.id + 1 } }, webhook.id, { range: "24h", timeZone: "UTC" }),
  ).rejects.toMatchObject({
    key: "noWebhook",
  });
});

test("an outage ends when its webhook is disabled, and can start anew once it is enabled", async () => {
  const { webhook, at } = await makeFailing();
  await change(at(40), webhook.id, { enabled: false });
  expect(await noticeOutages(after(70))).toEqual({ began: 0, ended: 0 });
  await change(at(80), webhook.id, { enabled: true });
  expect(await noticeOutages(after(81))).toEqual({ began: 0, ended: 0 });
  await arrive(at(90), 500);
  expect(await noticeOutages(after(149))).toEqual({ began: 0, ended: 0 });
  expect(await noticeOutages(after(150))).toEqual({ began: 1, ended: 0 });
});

test("owners who were told of an outage are told anew where the webhook fails again after it was disabled", async () => {
  const { webhook, emails, at } = await makeFailing();
  expect(await noticeOutages(after(60))).toEqual({ began: 1, ended: 0 });
  await change(at(70), webhook.id, { enabled: false });
  await change(at(80), webhook.id, { enabled: true });
  await arrive(at(90), 500);
  expect(await noticeOutages(after(149))).toEqual({ began: 0, ended: 0 });
  await mails.deliver();
  mails.received.length = 0;
  const looks = await Promise.all(Array.from({ length: 4 }, () => noticeOutages(after(150))));
  expect(looks.reduce((sum, { began }) => sum + began, 0)).toBe(1);
  await mails.deliver();
  expect(mails.received.map(({ to }) => to.join(",")).toSorted()).toEqual(emails.toSorted());
  expect((await listOutageNotices(at(151))).map(({ beganAt, endedAt }) => [beganAt, endedAt])).toEqual([
    [after(90), null],
    [start, after(90)],
  ]);
});

test("owners are notified in the portal even if the mail server is down", async () => {
  const { at } = await makeFailing();
  await new Promise<void>((resolve) => {
    mails.server.close(() => resolve());
  });
  expect(await noticeOutages(after(60))).toEqual({ began: 1, ended: 0 });
  expect(await listOutageNotices(at(61))).toHaveLength(1);
});
