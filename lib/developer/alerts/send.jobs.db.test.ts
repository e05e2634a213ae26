import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { sendDueNotices } from "#jobs/maintenance.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { noticeOutages } from "#lib/delivery/webhook-settings/outages.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { makeCompany, sampleAlert } from "#lib/developer/alerts/alerts.fixture.ts";
import { evaluateAlerts, expireAlerts } from "#lib/developer/alerts/evaluate.ts";
import { list } from "#lib/developer/alerts/list.ts";
import { change, create, setEnabled } from "#lib/developer/alerts/manage.ts";
import type { AlertSettings } from "#lib/developer/alerts/schema.ts";
import { sendTest } from "#lib/developer/alerts/send.ts";
import { log } from "#lib/platform/log/log.ts";

await useOwnDatabase();
changeSettings({ WEBHOOK_ALLOWED_HOSTS: ["localhost"] });
const mails = await useMailServer();

const minute = 60_000;
const start = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * minute);

let statuses: number[] = [];
const receiver = await receive((response) => response.writeHead(statuses.shift() ?? 200).end("ok"));
afterAll(() => receiver.close());
beforeEach(async () => {
  statuses = [];
  receiver.requests.length = 0;
  mails.received.length = 0;
  // Each test has its own causes alone.
  await sql`delete from alert_rules`;
  await sql`delete from notices`;
  await sql`update webhook_health set failing_since = null`;
});
const received = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()) as { text: string });

/** A webhook whose attempts fail from a moment on. */
async function breakWebhook(at: (now: Date) => ContextOf["owner"], from: number, name = "Back office") {
  const webhook = await createWebhook(at(after(from)), { ...sampleSettings, name });
  const arrive = async (minutes: number, status: number) => {
    // Attempts only the last delivery, its own: those of older webhooks stay untried.
    const deliveries = await emitSampleEvent(at(after(minutes)), "v2.contract.created");
    await attempt(deliveries.at(-1) ?? "", after(minutes), status);
  };
  await arrive(from, 503);
  return { id: webhook.id, succeed: (minutes: number) => arrive(minutes, 200), fail: (minutes: number) => arrive(minutes, 503) };
}

async function evaluateAndSend(now: Date): Promise<void> {
  await evaluateAlerts(now);
  await sendDueNotices(now);
}

const toReceiver = (changes: Partial<AlertSettings> = {}): AlertSettings => ({ ...sampleAlert, url: receiver.url, ...changes });

describe("a cause", () => {
  // rules/alerts.md#rules-4
  test("is told once however many instances look, and again only after it was over", async () => {
    const { at } = await makeCompany();
    await create(at(start), toReceiver());
    const webhook = await breakWebhook(at, 0, "<!channel> & co");
    await evaluateAndSend(after(29));
    expect(received()).toEqual([]);

    for (const minutes of [30, 31, 35]) await Promise.all(Array.from({ length: 4 }, () => evaluateAndSend(after(minutes))));
    expect(received()).toMatchObject([
      {
        text: [
          "*Webhook failing (Production)*",
          "Webhook “&lt;!channel&gt; &amp; co” has been failing since 1 Mar 2027, 10:00 (Europe/Paris): 1 attempt failed.",
          `http://localhost:3000/production/webhooks/${webhook.id}`,
        ].join("\n"),
      },
    ]);
    expect((await list(at(after(40)))).rules[0]).toMatchObject({ presentSince: start, lastSentAt: after(30) });

    await webhook.succeed(60);
    await evaluateAndSend(after(61));
    expect((await list(at(after(61)))).rules[0]?.presentSince).toBeNull();
    await webhook.fail(70);
    await evaluateAndSend(after(99));
    expect(received()).toHaveLength(1);
    await evaluateAndSend(after(100));
    expect(received()).toHaveLength(2);
  });

  test("of one environment is told in no other, nor to another partner", async () => {
    const [one, other] = [await makeCompany(), await makeCompany()];
    await create(other.at(start), toReceiver());
    await create(one.at(start, "development"), toReceiver());
    await breakWebhook(one.at, 0);
    await evaluateAndSend(after(60));
    expect(received()).toEqual([]);
    const { recent } = await list(other.at(after(60)));
    expect(recent).toEqual([]);
  });

  test("of a disabled webhook, a suspended partner or an alert that is off is not told", async () => {
    const [disabled, suspended, off] = [await makeCompany(), await makeCompany(), await makeCompany()];
    for (const { at } of [disabled, suspended, off]) await create(at(start), toReceiver());
    const { id } = await breakWebhook(disabled.at, 0);
    await sql`update webhooks set enabled = false where id = ${id}`;
    await breakWebhook(suspended.at, 0);
    await sql`update partners set status = 'suspended' where id = ${suspended.partner.id}`;
    await breakWebhook(off.at, 0);
    const [rule] = (await list(off.at(start))).rules;
    await setEnabled(off.at(start), rule?.id ?? "", false);
    await evaluateAndSend(after(60));
    expect(received()).toEqual([]);

    await setEnabled(off.at(after(61)), rule?.id ?? "", true);
    await evaluateAndSend(after(61));
    expect(received()).toHaveLength(1);
  });

  test("several of which begin together is one message", async () => {
    const { at } = await makeCompany();
    await create(at(start), toReceiver({ language: "fr" }));
    for (const name of ["Un", "Deux", "Trois"]) await breakWebhook(at, 0, name);
    await evaluateAndSend(after(60));
    expect(received().map(({ text }) => text.split("\n")[0])).toEqual(["*Webhook en échec\u00A0: 3 (Production)*"]);
  });
});

test("an alert that cannot be sent keeps no other from being sent", async () => {
  const [refused, other] = [await makeCompany(), await makeCompany()];
  for (const { at } of [refused, other]) {
    await create(at(start), toReceiver());
    await breakWebhook(at, 0);
  }
  const [rule] = (await list(refused.at(start))).rules;
  const level = log.level;
  log.level = "silent";
  onTestFinished(() => {
    log.level = level;
  });
  await sql`update alert_rules set url = 'unreadable' where id = ${rule?.id ?? ""}`;
  await evaluateAndSend(after(60));
  expect(received()).toHaveLength(1);
  expect((await list(other.at(after(60)))).rules[0]).toMatchObject({ lastSentAt: after(60) });
});

describe("a message", () => {
  // rules/alerts.md#rules-2
  test("to a webhook is signed, and has the envelope of events", async () => {
    const { at } = await makeCompany();
    const { secret = "" } = await create(at(start), toReceiver());
    const webhook = await breakWebhook(at, 0);
    await evaluateAndSend(after(60));
    const [request] = receiver.requests;
    const body = request?.body.toString() ?? "";
    const sent = JSON.parse(body) as { event_type: string; data: { alerts: object[] } };
    // The library compares with the machine's clock.
    vi.useFakeTimers({ now: after(60), toFake: ["Date"] });
    expect(new Verifier(secret).verify(body, request?.headers as Record<string, string>)).toMatchObject({
      event_type: "alert",
      data: {
        environment: "production",
        alerts: [
          {
            kind: "webhookFailing",
            since: start.toISOString(),
            ended_at: null,
            link: `http://localhost:3000/production/webhooks/${webhook.id}`,
          },
        ],
      },
    });
    vi.useRealTimers();
    const guide = readFileSync(join(import.meta.dirname, "../../../docs/guides/en/alerts.md"), "utf8");
    const documented = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "") as typeof sent;
    const fieldsOf = ({ data, ...rest }: typeof sent) => [rest, data, data.alerts[0]].map((part) => Object.keys(part ?? {}));
    expect(fieldsOf(sent), "the guide shows what is sent").toEqual(fieldsOf(documented));
  });

  test("that a receiver refuses is sent again after a pause, once, and the alert says so meanwhile", async () => {
    const { at } = await makeCompany();
    await create(at(start), toReceiver());
    await breakWebhook(at, 0);
    statuses = [503, 302, 200];
    await evaluateAndSend(after(30));
    const read = async (minutes: number) => (await list(at(after(minutes)))).rules[0];
    expect(await read(30)).toMatchObject({ failingSince: after(30), lastFailure: "status 503", lastSentAt: null });
    await evaluateAndSend(after(30.5));
    expect(received()).toHaveLength(1);
    await Promise.all(Array.from({ length: 3 }, () => evaluateAndSend(after(31))));
    expect(await read(31)).toMatchObject({ failingSince: after(30), lastFailure: "status 302" });
    await evaluateAndSend(after(35));
    expect(received()).toHaveLength(2);
    await evaluateAndSend(after(36));
    expect(received()).toHaveLength(3);
    expect(await read(36)).toMatchObject({ failingSince: null, lastFailure: null, lastSentAt: after(36) });
    await evaluateAndSend(after(120));
    expect(received()).toHaveLength(3);
  });

  // rules/alerts.md#rules-8
  test("that cannot be sent for three days is given up", async () => {
    const { at } = await makeCompany();
    await create(at(start), { ...sampleAlert, url: "https://hooks.example.invalid/s3cret" });
    await breakWebhook(at, 0);
    await evaluateAndSend(after(60));
    await evaluateAndSend(after(60 + 4 * 24 * 60));
    const [alert] = (await list(at(after(0)))).recent;
    expect(alert).toMatchObject({ sentAt: null, droppedAt: after(60 + 4 * 24 * 60) });
  });

  test("goes to each recipient once, also where the mail server refuses one of them at first", async () => {
    const { at, owner, partner } = await makeCompany();
    const second = await makeUser({ role: "owner", partnerId: partner.id });
    mails.received.length = 0;
    await create(at(start), { ...sampleAlert, channel: "mail", url: null, recipients: [owner.id, second.id] });
    await breakWebhook(at, 0);
    mails.server.onRcptTo = ({ address }, _session, callback) => {
      if (address === second.email) callback(Object.assign(new Error("try again later"), { responseCode: 451 }));
      else callback();
    };
    await evaluateAndSend(after(30));
    expect(mails.received.map(({ to }) => to)).toEqual([[owner.email]]);
    expect((await list(at(after(30)))).rules[0]).toMatchObject({ lastFailure: "mailRefused" });
    mails.server.onRcptTo = (_address, _session, callback) => callback();
    await evaluateAndSend(after(31));
    await evaluateAndSend(after(60));
    expect(mails.received.map(({ to }) => to)).toEqual([[owner.email], [second.email]]);
    expect(mails.received[1]?.text).toContain("/production/alerts");
  });

  test("goes to nobody who was disabled or no longer sees the developer space, and the alert says so", async () => {
    const { at, owner } = await makeCompany();
    await create(at(start), { ...sampleAlert, channel: "mail", url: null, recipients: [owner.id] });
    await breakWebhook(at, 0);
    await sql`update users set role = 'member' where id = ${owner.id}`;
    mails.received.length = 0;
    await evaluateAndSend(after(30));
    expect(mails.received).toEqual([]);
    expect((await list(at(after(30)))).rules[0]).toMatchObject({ lastFailure: "noRecipients" });
  });

  test("that an instance died with is sent by another once its lease is over", async () => {
    const { at } = await makeCompany();
    await create(at(start), toReceiver());
    await breakWebhook(at, 0);
    await evaluateAlerts(after(30));
    await sql`update notices set leased_until = now() + interval '1 minute'`;
    await sendDueNotices(after(30));
    expect(received()).toEqual([]);
    await sql`update notices set leased_until = now() - interval '1 second'`;
    await sendDueNotices(after(30));
    expect(received()).toHaveLength(1);
  });

  test("that is under way while its alert is tested is not sent by another instance too", async () => {
    const { at } = await makeCompany();
    const begun = Promise.withResolvers<ServerResponse>();
    const slow = await receive((response) => (slow.requests.length === 1 ? begun.resolve(response) : response.end("ok")));
    const { id } = await create(at(start), { ...sampleAlert, url: slow.url });
    await breakWebhook(at, 0);
    await evaluateAlerts(after(30));
    const sending = sendDueNotices(after(30));
    const response = await begun.promise;
    expect(await sendTest(at(after(30)), id)).toEqual({ isSent: true });
    await sendDueNotices(after(31));
    response.end("ok");
    await sending;
    await slow.close();
    expect(slow.requests.map(({ body }) => body.toString().includes("Test:"))).toEqual([false, true]);
    expect((await list(at(after(31)))).recent[0]).toMatchObject({ sentAt: after(30) });
  });
});

// rules/alerts.md#rules-5
test("a change of an alert holds for what waits, and drops what waits of another kind", async () => {
  const { at, member } = await makeCompany();
  const { id } = await create(at(start), toReceiver());
  const webhook = await breakWebhook(at, 0);
  statuses = [503, 200, 503];
  await evaluateAndSend(after(30));
  await change(at(after(30.5)), id, toReceiver({ url: null }));
  await evaluateAndSend(after(30.5));
  expect(received()).toHaveLength(2);
  await webhook.succeed(40);
  await evaluateAndSend(after(41));

  await webhook.fail(50);
  await evaluateAndSend(after(80));
  expect((await list(at(after(80)))).recent[0]).toMatchObject({ sentAt: null, droppedAt: null });
  mails.received.length = 0;
  const forMembers = { kind: "claimWaiting", threshold: 1, channel: "mail", url: null, recipients: [member.id] } as const;
  await change(at(after(81)), id, { ...sampleAlert, ...forMembers, recipients: [...forMembers.recipients] });
  await evaluateAndSend(after(82));
  expect(mails.received).toEqual([]);
  expect((await list(at(after(82)))).recent[0]).toMatchObject({ sentAt: null, endedAt: after(81), droppedAt: after(81) });
});

test("an alert of the release before for a chat is sent without a signature, and shown as one for a URL", async () => {
  const { at } = await makeCompany();
  const { id } = await create(at(start), toReceiver());
  await sql`update alert_rules set signing_secret = null, channel = 'chat' where id = ${id}`;
  await breakWebhook(at, 0);
  await evaluateAndSend(after(60));
  expect(received()[0]?.text).toContain("*Webhook failing (Production)*");
  expect(receiver.requests[0]?.headers["webhook-signature"]).toBeUndefined();
  expect((await list(at(after(60)))).rules[0]).toMatchObject({ channel: "webhook", failingSince: null });
});

test("an owner whom an alert tells of failing webhooks by e-mail does not get the standard e-mail too; others do", async () => {
  const { at, owner, partner } = await makeCompany();
  const second = await makeUser({ role: "owner", partnerId: partner.id });
  await create(at(start), { ...sampleAlert, channel: "mail", url: null, recipients: [owner.id] });
  const webhook = await breakWebhook(at, 0);
  mails.received.length = 0;
  await evaluateAndSend(after(30));
  await noticeOutages(after(60));
  await evaluateAndSend(after(61));
  expect(mails.received.map(({ to }) => to)).toEqual([[owner.email], [second.email]]);
  // No other message says that it works again.
  await webhook.succeed(70);
  await noticeOutages(after(71));
  await sendDueNotices(after(71));
  expect(
    mails.received
      .slice(2)
      .map(({ to }) => to.join())
      .toSorted(),
  ).toEqual([owner.email, second.email].toSorted());
});

test("alerts are deleted 90 days after their cause was over, and not before", async () => {
  const { at } = await makeCompany();
  await create(at(start), toReceiver());
  const webhook = await breakWebhook(at, 0);
  await evaluateAndSend(after(30));
  await webhook.succeed(40);
  await evaluateAndSend(after(41));
  const day = 24 * 60;
  expect(await expireAlerts(after(41 + 90 * day))).toBe(0);
  expect(await expireAlerts(after(42 + 90 * day))).toBe(1);
});
