import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { auditOf } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { makeCompany, sampleAlert } from "#lib/developer/alerts/alerts.fixture.ts";
import { list } from "#lib/developer/alerts/list.ts";
import { change, create, createUsual, remove, setEnabled, settingsOfAlert } from "#lib/developer/alerts/manage.ts";
import { maxAlertRules, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertSettings } from "#lib/developer/alerts/schema.ts";
import { alertUrls } from "#lib/developer/alerts/secrets.ts";
import { sendTest } from "#lib/developer/alerts/send.ts";

changeSettings({ WEBHOOK_ALLOWED_HOSTS: ["localhost"] });
const mails = await useMailServer();

const now = new Date("2027-03-01T09:00:00.000Z");
const withKey = (key: string) => expect.objectContaining({ key });

describe("the URL of an alert", () => {
  // rules/alerts.md#rules-7
  test("is stored encrypted, and shown nowhere again", async () => {
    const { at } = await makeCompany();
    const { id } = await create(at(now), sampleAlert);
    const [stored] = await sql<{ url: string }[]>`select url from alert_rules where id = ${id}`;
    expect(stored?.url).not.toContain("s3cret");
    expect(alertUrls.decrypt(stored?.url ?? "", id)).toBe(sampleAlert.url);
    const shown = JSON.stringify([await list(at(now)), await auditOf(id)]);
    expect(shown).not.toContain("s3cret");
    expect(shown).toContain("https://hooks.example.com/•••");
  });

  test("stays if none is given", async () => {
    const { at } = await makeCompany();
    const { id } = await create(at(now), sampleAlert);
    await change(at(now), id, { ...sampleAlert, threshold: 60, url: null });
    const [stored] = await sql<{ url: string; threshold: number }[]>`select url, threshold from alert_rules where id = ${id}`;
    expect([alertUrls.decrypt(stored?.url ?? "", id), stored?.threshold]).toEqual([sampleAlert.url, 60]);
    await expect(create(at(now), { ...sampleAlert, url: null })).rejects.toEqual(withKey("alertUrlNeeded"));
  });

  test("needs a recent proof of identity in production, as that of a webhook does", async () => {
    const { at } = await makeCompany();
    const stale = { ...at(now), session: { ...at(now).session, authenticatedAt: new Date(now.getTime() - 11 * 60_000) } };
    await expect(create(stale, sampleAlert)).rejects.toEqual(withKey("authenticationStale"));
    const { id } = await create(at(now), sampleAlert);
    await expect(change(stale, id, sampleAlert)).rejects.toEqual(withKey("authenticationStale"));
    await change(stale, id, { ...sampleAlert, url: null });
  });
});

describe("recipients", () => {
  const byMail = (recipients: string[], kind: AlertSettings["kind"] = "webhookFailing"): AlertSettings => ({
    ...sampleAlert,
    kind,
    threshold: kind === "claimWaiting" ? 1 : 30,
    channel: "mail",
    url: null,
    recipients,
  });

  // rules/alerts.md#rules-3
  test("are people of the partner who may see what is told", async () => {
    const [{ at, owner, member }, other] = [await makeCompany(), await makeCompany()];
    await create(at(now), byMail([owner.id]));
    await create(at(now), byMail([owner.id, member.id], "claimWaiting"));
    await expect(create(at(now), byMail([member.id]))).rejects.toEqual(withKey("alertRecipients"));
    await expect(create(at(now), byMail([other.owner.id], "claimWaiting"))).rejects.toEqual(withKey("alertRecipients"));
    await sql`update users set disabled_at = ${now} where id = ${member.id}`;
    await expect(create(at(now), byMail([member.id], "claimWaiting"))).rejects.toEqual(withKey("alertRecipients"));
  });

  test("of the usual alerts are who asks for them", async () => {
    const { at, owner } = await makeCompany();
    expect(await createUsual(at(now), { language: "fr", timeZone: "Europe/Paris" })).toEqual({ created: usualKinds.length });
    const { rules } = await list(at(now));
    expect(rules.map(({ kind, recipients, language }) => [kind, recipients, language])).toEqual(
      usualKinds.map((kind) => [kind, [owner.id], "fr"]),
    );
  });
});

test("an alert of another environment or partner does not exist", async () => {
  const [{ at }, other] = [await makeCompany(), await makeCompany()];
  const { id } = await create(at(now), sampleAlert);
  for (const ctx of [at(now, "development"), other.at(now)]) {
    const changes = [change(ctx, id, sampleAlert), setEnabled(ctx, id, false), remove(ctx, id), sendTest(ctx, id)];
    for (const answer of await Promise.allSettled(changes)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { key: "noAlert" } });
    }
    expect((await list(ctx)).rules).toEqual([]);
  }
  expect((await list(at(now))).rules).toHaveLength(1);
});

test("an environment has a limited number of alerts, also for owners who create them at once", async () => {
  const { at } = await makeCompany();
  const results = await Promise.allSettled(Array.from({ length: maxAlertRules + 3 }, () => create(at(now), sampleAlert)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(maxAlertRules);
  await expect(createUsual(at(now), { language: "en", timeZone: "UTC" })).rejects.toEqual(withKey("alertsFull"));
});

describe("a test", () => {
  test("arrives at a URL with a text that a chat shows, and is recorded", async () => {
    const receiver = await receive();
    const { at } = await makeCompany();
    const { id } = await create(at(now), { ...sampleAlert, url: receiver.url });
    expect(await sendTest(at(now), id)).toEqual({ isSent: true });
    const [request] = receiver.requests;
    await receiver.close();
    expect(JSON.parse(request?.body.toString() ?? "")).toMatchObject({
      event_type: "alert.test",
      text: [
        "*Test: Webhook failing (Production)*",
        "This is a test of the alert “Webhook failing”. Real ones arrive here.",
        "http://localhost:3000/production/alerts",
      ].join("\n"),
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["alert.created", "alert.tested"]);
  });

  test("says why it did not arrive, and so does the alert", async () => {
    const receiver = await receive((response) => response.writeHead(404).end());
    const { at } = await makeCompany();
    const { id } = await create(at(now), { ...sampleAlert, url: receiver.url });
    expect(await sendTest(at(now), id)).toEqual({ isSent: false, failure: "status 404" });
    await receiver.close();
    expect(await sendTest(at(now), id)).toEqual({ isSent: false, failure: "connection_refused" });
    expect((await list(at(now))).rules[0]).toMatchObject({ failingSince: now, lastFailure: "connection_refused" });
  });

  // rules/alerts.md#rules-7
  test("goes to no private address, whatever the URL was when it was stored", async () => {
    const { at } = await makeCompany();
    const { id } = await create(at(now), sampleAlert);
    await sql`update alert_rules set url = ${alertUrls.encrypt("https://169.254.169.254/latest", id)} where id = ${id}`;
    expect(await sendTest(at(now), id)).toEqual({ isSent: false, failure: "url_refused" });
  });

  test("arrives by e-mail at every recipient", async () => {
    const { at, owner, member } = await makeCompany();
    const settings: AlertSettings = {
      ...sampleAlert,
      kind: "claimWaiting",
      threshold: 1,
      channel: "mail",
      url: null,
      recipients: [owner.id, member.id],
    };
    const { id } = await create(at(now), settings);
    mails.received.length = 0;
    expect(await sendTest(at(now), id)).toEqual({ isSent: true });
    expect(mails.received.map(({ to }) => to.join()).toSorted()).toEqual([owner.email, member.email].toSorted());
  });
});

test.each([
  ["a threshold outside of its limits", { threshold: 4 }, "thresholdInvalid"],
  ["no threshold", { threshold: null }, "thresholdInvalid"],
  ["an e-mail to nobody", { channel: "mail", url: "" }, "noRecipients"],
  ["a private address", { url: "https://10.0.0.1/hook" }, "urlAddress"],
])("settings with %s are refused", (_name, changes, message) => {
  const { error } = settingsOfAlert.safeParse({ ...sampleAlert, ...changes });
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});
