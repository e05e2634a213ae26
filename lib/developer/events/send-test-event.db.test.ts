import { expect, test } from "vitest";
import { onDue } from "#lib/delivery/deliveries/due.ts";
import { list } from "#lib/delivery/deliveries/list.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { change, create } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, auditOf, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { sendTestEvent } from "#lib/developer/events/send-test-event.ts";

test.each(eventTypes)("%s is sent with its sample to that webhook only, subscribed or not", async (eventType) => {
  const ctx = await makePortal();
  const [tried] = await Promise.all([
    create(ctx, { ...sampleSettings, eventTypes: ["v2.contract.closed"] }),
    create(ctx, { ...sampleSettings, eventTypes: [...eventTypes] }),
  ]);
  let nudges = 0;
  const forget = onDue(() => (nudges += 1));
  const { deliveryId } = await sendTestEvent(ctx, tried.id, eventType);
  forget();
  expect(nudges).toBeGreaterThan(0);
  const { rows } = await list(ctx, {});
  expect(rows).toMatchObject([{ id: deliveryId, webhookId: tried.id, eventType, status: "pending", test: true, createdAt: ctx.realTime }]);
  expect(await read(ctx, deliveryId)).toMatchObject({
    payload: JSON.stringify({ event_type: eventType, data: eventSamples[eventType] }),
    executionId: null,
  });
});

test("a test event is delivered like any other, and audited", async () => {
  const ctx = await makePortal();
  const { id } = await create(ctx, sampleSettings);
  const { deliveryId } = await sendTestEvent(ctx, id, "v2.claim.closed");
  await attempt(deliveryId, ctx.realTime, 500);
  expect(await read(ctx, deliveryId)).toMatchObject({ status: "retrying", attempts: 1, statusCode: 500 });
  expect((await auditOf(id)).at(-1)).toEqual({
    action: "webhook.tested",
    actor: ctx.actor,
    details: { eventType: "v2.claim.closed", deliveryId },
  });
});

test("a test event to a disabled webhook is refused, since nothing would be sent", async () => {
  const ctx = await makePortal();
  const { id } = await create(ctx, sampleSettings);
  await change(ctx, id, { enabled: false });
  await expect(sendTestEvent(ctx, id, "v2.contract.created")).rejects.toMatchObject({
    name: "UserError",
    message: "the webhook is disabled, and what is sent to it waits: enable it first",
  });
  expect((await list(ctx, {})).rows).toEqual([]);
});
