import { expect, test } from "vitest";
import { read } from "#lib/delivery/deliveries/read.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { create, remove } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, makePortal, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";

test("a delivery is shown with its payload, its webhook and every attempt of all its cycles", async () => {
  const ctx = await makePortal();
  const webhook = await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.closed", "cid_1");
  await attempt(id, ctx.realTime, 503);
  const later = new Date(ctx.realTime.getTime() + 60_000);
  await attempt(id, later, 200);
  await replay({ ...ctx, realTime: later }, id, 2);
  await attempt(id, later, 404);
  const detail = await read(ctx, id);
  const { eventId } = detail;
  expect(detail).toEqual({
    id,
    status: "retrying",
    eventId,
    eventType: "v2.contract.closed",
    subjectId: "cid_1",
    about: null,
    executionId: "exec_test",
    isCallKept: false,
    test: false,
    webhookId: webhook.id,
    webhookName: webhook.name,
    webhookUrl: "https://hooks.example.com/covergate?•••",
    webhookDeleted: false,
    webhookEnabled: true,
    attempts: 3,
    nextAttemptAt: new Date(later.getTime() + 60_000),
    statusCode: 404,
    error: null,
    durationMs: 12,
    createdAt: ctx.realTime,
    updatedAt: later,
    payload: JSON.stringify({ event_type: "v2.contract.closed", data: eventSamples["v2.contract.closed"] }),
    history: [
      [503, "automatic", ctx.realTime],
      [200, "automatic", later],
      [404, "replay", later],
    ].map(([statusCode, trigger, startedAt], index) => ({
      number: index + 1,
      trigger,
      startedAt,
      durationMs: 12,
      requestHeaders: {
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^Covergate/) as string,
        "x-event-id": eventId,
        "x-delivery-id": id,
        "x-delivery-attempt": String(index + 1),
      },
      statusCode,
      error: null,
      errorDetail: null,
      responseBody: `answer ${index + 1}`,
      responseTruncated: false,
    })),
  });
});

test("the call behind a delivery has a page only while the log of its own world keeps it", async () => {
  const [ctx, stranger] = await Promise.all([makePortal(), makePortal()]);
  await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  const call = { executionId: "exec_test", at: ctx.realTime };
  await insertCalls(stranger.world.id, [call]);
  expect(await read(ctx, id)).toMatchObject({ executionId: "exec_test", isCallKept: false });
  await insertCalls(ctx.world.id, [call]);
  expect(await read(ctx, id)).toMatchObject({ executionId: "exec_test", isCallKept: true });
});

test("an untried delivery has no history, and one of a deleted webhook says that it was deleted", async () => {
  const ctx = await makePortal();
  const webhook = await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  expect(await read(ctx, id)).toMatchObject({
    status: "pending",
    history: [],
    webhookDeleted: false,
    webhookEnabled: true,
    nextAttemptAt: ctx.realTime,
    statusCode: null,
  });
  await remove(ctx, webhook.id);
  expect(await read(ctx, id)).toMatchObject({ status: "cancelled", webhookDeleted: true, webhookName: webhook.name, nextAttemptAt: null });
});

test("a delivery of another world gets the same answer as one that does not exist", async () => {
  const [ctx, stranger] = await Promise.all([makePortal(), makePortal()]);
  await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  for (const asked of [id, "dlv_unknown"]) {
    await expect(read(stranger, asked)).rejects.toMatchObject({ name: "NotFound", message: `there is no delivery ${asked}` });
  }
});
