import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { listAlerts, makeCompany, sampleAlert } from "#lib/alerts/alerts.fixture.ts";
import { evaluateAlerts } from "#lib/alerts/evaluate.ts";
import { create as createAlert } from "#lib/alerts/manage.ts";
import { tellAlerts } from "#lib/alerts/tell.ts";
import { insertCalls } from "#lib/calls/calls.fixture.ts";
import { insertSampleClaim } from "#lib/claims/claims.fixture.ts";
import { identify } from "#lib/http/authenticate.ts";
import { runMaintenance } from "#lib/jobs/maintenance.ts";
import { revoke } from "#lib/keys/issue.ts";
import { freeze } from "#lib/moves/freeze.ts";
import { playDueSteps, playScenarios } from "#lib/sandbox/play-scenarios.ts";
import { listScenarios, startScenario } from "#lib/sandbox/play.ts";
import { currentTime } from "#lib/time/clock.ts";
import { operatorContext } from "#lib/users/roles.ts";
import { create as createWebhook } from "#lib/webhooks/manage.ts";
import { listOutageNotices, noticeOutages } from "#lib/webhooks/outages.ts";
import { receive } from "#lib/webhooks/receiver.fixture.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

// A database of its own, since jobs do what is due for everybody.
const mails = await vi.hoisted(async () => {
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase();
  const { completeEnvironment } = await import("#scripts/settings.ts");
  completeEnvironment({ WEBHOOK_ALLOWED_HOSTS: "localhost" });
  return (await import("#e2e/setup/mail-server.ts")).useMailServer();
});

const start = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const receiver = await receive();
afterAll(() => receiver.close());

const longAgo = after(-60 * 24 * 60);

/** A partner with webhooks that work again since nobody looked, fail and are disabled, an alert, a scenario to be played and calls. */
async function makeBusyPartner() {
  const company = await makeCompany();
  const { at, partner } = company;
  const arrive = async (webhook: 0 | 1, minutes: number, status: number) => {
    const deliveries = await emitSampleEvent(at(after(minutes)), "v2.contract.created");
    await attempt(deliveries[webhook] ?? "", after(minutes), status);
  };
  const disabled = await createWebhook(at(longAgo), { ...sampleSettings, enabled: false, eventTypes: ["v2.claim.created"] });
  await emitSampleEvent(at(longAgo), "v2.claim.created");
  await createWebhook(at(after(-120)), sampleSettings);
  await arrive(0, -120, 503);
  await createWebhook(at(start), sampleSettings);
  await arrive(1, 0, 503);
  await createAlert(at(start), { ...sampleAlert, url: receiver.url });
  const ctx = { ...partner.contexts.development, now: start, realTime: currentTime() };
  const claim = await insertSampleClaim(ctx.world.id);
  await startScenario(ctx, claim.id, "paid");
  await insertCalls(ctx.world.id, [{ at: start, endpoint: "getDocument" }]);
  await sql`insert into call_hours (world_id, hour, duration_class, key_id, calls, errors) values (${ctx.world.id}, ${start}, 80, '', 1, 0)`;
  const readDropped = async () => sql`select dropped::int from webhook_drops where webhook_id = ${disabled.id}`;
  return { ...company, readDropped, recover: () => arrive(0, 1, 200), readScenario: async () => (await listScenarios(ctx, claim.id))[0] };
}

// The partner that is moved comes first wherever there is an order.
const moving = await makeBusyPartner();
await evaluateAlerts(after(30));
const other = await makeBusyPartner();
await noticeOutages(start);
await moving.recover();
await other.recover();
beforeAll(async () => {
  const ctx = operatorContext("tests", start);
  for (const { partner } of [moving, other]) await revoke(ctx, partner.keys.production.id, "leaked");
  await freeze(ctx, moving.partner.id, "moves");
});

test("while a partner is being moved, nothing is written of a call with its revoked key, or one that was mistyped", async () => {
  for (const { partner } of [moving, other]) {
    const { development, production } = partner.keys;
    const mistyped = development.text.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const text of [production.text, mistyped]) {
      const { known, refusal } = await identify(text, after(60));
      expect(refusal?.errorName).toBe("INVALID_API_KEY");
      // The world of which it is logged.
      expect(known?.world.partnerId).toBe(partner === moving.partner ? undefined : partner.id);
    }
  }
});

test("while a partner is being moved, others are told of their alerts", async () => {
  await tellAlerts(after(60));
  expect(receiver.requests).toHaveLength(1);
  expect((await listAlerts(other.at(after(60)))).recent[0]).toMatchObject({ sentAt: after(60) });
  expect((await listAlerts(moving.at(after(60)))).recent[0]).toMatchObject({ sentAt: null, droppedAt: null });
});

test("while a partner is being moved, others are told of their outages", async () => {
  mails.received.length = 0;
  expect(await noticeOutages(after(60))).toEqual({ began: 1, ended: 1 });
  expect(mails.received.map(({ to }) => to)).toEqual([[other.owner.email], [other.owner.email]]);
  expect(await listOutageNotices(moving.at(after(60)))).toMatchObject([{ beganAt: after(-120), endedAt: null }]);
});

test("while a partner is being moved, what others have done for production is remembered, and maintenance goes on", async () => {
  await runMaintenance(after(60));
  const rememberedOf = ({ partner }: typeof other) =>
    sql`select item from readiness_marks where world_id = ${partner.contexts.development.world.id}`;
  expect(await rememberedOf(other)).toEqual([{ item: "documentFetched" }]);
  expect(await rememberedOf(moving)).toEqual([]);
  expect(await other.readDropped()).toEqual([{ dropped: 1 }]);
  expect(await moving.readDropped()).toEqual([]);
});

test("while a partner is being moved, the scenarios of others are played, and the job ends", async () => {
  await playDueSteps(start);
  expect(await other.readScenario()).toMatchObject({ made: 1 });
  expect(await moving.readScenario()).toMatchObject({ made: 0, status: "running" });
  // A run goes on for 50 seconds as long as a step is due that can be made.
  await playScenarios(start);
}, 30_000);
