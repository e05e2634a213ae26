import { expect, test } from "vitest";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { readHealth } from "#lib/delivery/webhook-settings/health.ts";
import { list } from "#lib/delivery/webhook-settings/list.ts";
import { create } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, makePortal, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { read as readOverview } from "#lib/developer/overview/read.ts";

const hour = 3_600_000;

test("webhooks are listed newest first, without their tokens, each with its creator and its own health", async () => {
  const ctx = await makePortal();
  const developer = await makeUser({ role: "developer", partnerId: ctx.world.partnerId });
  const busy = await create({ ...ctx, actor: { type: "user", userId: developer.id, partnerId: ctx.world.partnerId } }, sampleSettings);
  const idle = await create(ctx, { ...sampleSettings, name: "Idle", eventTypes: ["v2.claim.closed"] });
  const ids = (await Promise.all(Array.from({ length: 6 }, () => emitSampleEvent(ctx, "v2.contract.created")))).flat().toSorted();
  const answers = [200, 204, 201, 500, undefined];
  for (const [index, answer] of answers.entries()) await attempt(ids[index] ?? "", ctx.realTime, answer);

  const [first, second] = await list(ctx);
  expect(first).toEqual({
    ...idle,
    url: "https://hooks.example.com/covergate?•••",
    createdBy: null,
    succeeded: 0,
    unsuccessful: 0,
    successRate: null,
    failingSince: null,
    lastDelivery: null,
  });
  expect(second).toMatchObject({
    id: busy.id,
    createdBy: "Ada Martin",
    url: "https://hooks.example.com/covergate?•••",
    succeeded: 3,
    unsuccessful: 1,
    successRate: 0.75,
    failingSince: ctx.realTime,
  });
  expect(second?.lastDelivery).toMatchObject({
    id: ids.at(-1),
    status: "pending",
    eventType: "v2.contract.created",
    createdAt: ctx.realTime,
  });
});

test("the rate covers the last 24 hours, and the last delivery is shown however old it is", async () => {
  const ctx = await makePortal();
  await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(id, ctx.realTime, 200);
  const at = async (hours: number) => (await list({ ...ctx, realTime: new Date(ctx.realTime.getTime() + hours * hour) }))[0];
  expect(await at(22)).toMatchObject({ succeeded: 1, successRate: 1, lastDelivery: { id, status: "succeeded", statusCode: 200 } });
  expect(await at(25)).toMatchObject({ succeeded: 0, successRate: null, lastDelivery: { id } });
});

test("a failure stays in the rate when the delivery succeeds later, as on the webhook's page and the overview", async () => {
  const ctx = await makePortal();
  const { id: webhookId } = await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(id, ctx.realTime, 500);
  await attempt(id, new Date(ctx.realTime.getTime() + 60_000), 200);
  const later = { ...ctx, realTime: new Date(ctx.realTime.getTime() + 120_000) };
  const lastDay = { range: "24h", timeZone: "UTC" } as const;
  expect((await list(later))[0]).toMatchObject({ succeeded: 1, unsuccessful: 1, successRate: 0.5, failingSince: null });
  expect((await readHealth(later, webhookId, lastDay)).total).toMatchObject({ attempts: 2, failures: 1 });
  expect((await readOverview({ ...ctx, ...later }, lastDay)).health).toMatchObject({ failing: 0, unsteady: 1 });
});

test("a delivery in progress is shown as such", async () => {
  const ctx = await makePortal();
  await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(id, ctx.realTime);
  expect((await list(ctx))[0]?.lastDelivery).toMatchObject({ id, status: "delivering" });
});
