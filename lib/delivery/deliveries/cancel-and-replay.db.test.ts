import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { onCancellation, onDue } from "#lib/delivery/deliveries/due.ts";
import { acquireNext } from "#lib/delivery/deliveries/queue.fixture.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { create, remove } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, auditOf, makePortal, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

const minute = 60_000;

async function makeDelivery(): Promise<{ ctx: OwnerContext; webhookId: string; id: string }> {
  const ctx = await makePortal();
  const webhook = await create(ctx, sampleSettings);
  const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  return { ctx, webhookId: webhook.id, id };
}

const queuedOf = async (id: string) => sql`select trigger, cycle_attempt, attempts, due_at from delivery_queue where delivery_id = ${id}`;
const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.filter(({ status }) => status === "fulfilled").length;

describe("a cancelled delivery", () => {
  test.each(["pending", "retrying"])("that was %s is never sent, and the cancellation is audited", async (status) => {
    const { ctx, id } = await makeDelivery();
    if (status === "retrying") await attempt(id, ctx.realTime, 500);
    expect((await read(ctx, id)).status).toBe(status);
    await cancel(ctx, id);
    expect(await read(ctx, id)).toMatchObject({ status: "cancelled", nextAttemptAt: null });
    expect(await acquireNext("run_late", id, new Date(ctx.realTime.getTime() + 60 * minute))).toBeUndefined();
    expect(await auditOf(id)).toEqual([{ action: "delivery.cancelled", actor: ctx.actor, details: {} }]);
  });

  test("is announced to this process once, and a refused cancellation is not", async () => {
    const { ctx, id } = await makeDelivery();
    const announced: string[] = [];
    const forget = onCancellation(({ deliveryId }) => announced.push(deliveryId));
    await cancel(ctx, id);
    await expect(cancel(ctx, id)).rejects.toThrow("that is cancelled cannot be cancelled");
    forget();
    expect(announced).toEqual([id]);
  });

  test("is cancelled by exactly one of many concurrent requests", async () => {
    const { ctx, id } = await makeDelivery();
    expect(fulfilled(await Promise.allSettled(Array.from({ length: 5 }, () => cancel(ctx, id))))).toBe(1);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test("is not acquired: each delivery is either sent or cancelled", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ctx, id } = await makeDelivery();
      const [acquired, cancelled] = await Promise.allSettled([acquireNext(newId("run"), id, ctx.realTime), cancel(ctx, id)]);
      const isAcquired = acquired.status === "fulfilled" && acquired.value !== undefined;
      expect(isAcquired).toBe(cancelled.status === "rejected");
    }
  });
});

describe("cancelling a delivery", () => {
  // rules/deliveries.md#manual-2
  test("is refused with the reason if it is being sent, over, or unknown", async () => {
    const { ctx, id } = await makeDelivery();
    await attempt(id, ctx.realTime);
    await expect(cancel(ctx, id)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("that is delivering cannot be cancelled"),
    });
    const { id: over, ctx: other } = await makeDelivery();
    await attempt(over, other.realTime, 200);
    await expect(cancel(other, over)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("that is succeeded cannot be cancelled"),
    });
    await expect(cancel(other, id)).rejects.toMatchObject({ name: "NotFound" });
    expect(await auditOf(over)).toEqual([]);
  });

  test("is refused until its lease expires by the database's clock, whatever this process's clock says", async () => {
    const { ctx, id } = await makeDelivery();
    await attempt(id, ctx.realTime);
    await expect(cancel({ ...ctx, realTime: new Date(ctx.realTime.getTime() + 60 * minute) }, id)).rejects.toThrow("cannot be cancelled");
    expect(await queuedOf(id)).toHaveLength(1);
  });

  test("succeeds once its lease has expired", async () => {
    const { ctx, id } = await makeDelivery();
    await attempt(id, ctx.realTime);
    await sql`update delivery_queue set leased_until = now() - interval '1 millisecond' where delivery_id = ${id}`;
    await cancel(ctx, id);
    expect((await read(ctx, id)).status).toBe("cancelled");
  });
});

describe("a replayed delivery", () => {
  test("starts a new cycle at once, keeps counting attempts, and is audited", async () => {
    const { ctx, id } = await makeDelivery();
    for (const [index, wait] of [0, 1, 5, 30].entries()) {
      await attempt(id, new Date(ctx.realTime.getTime() + (wait + index * 30) * minute), 500);
    }
    const later = { ...ctx, realTime: new Date(ctx.realTime.getTime() + 1000 * minute) };
    expect(await read(later, id)).toMatchObject({ status: "failed", attempts: 4, nextAttemptAt: null });
    let nudges = 0;
    const forget = onDue(() => (nudges += 1));
    await replay(later, id, 4);
    forget();
    expect(nudges).toBeGreaterThan(0);
    expect(await queuedOf(id)).toMatchObject([{ trigger: "replay", cycleAttempt: 1, attempts: 4 }]);
    expect(await read(later, id)).toMatchObject({ status: "pending", nextAttemptAt: later.realTime });
    await attempt(id, later.realTime, 500);
    expect(await read(later, id)).toMatchObject({
      status: "retrying",
      attempts: 5,
      nextAttemptAt: new Date(later.realTime.getTime() + minute),
    });
    expect(await auditOf(id)).toEqual([{ action: "delivery.replayed", actor: ctx.actor, details: {} }]);
  });

  test.each([200, "cancelled"] as const)("may have been %s before", async (before) => {
    const { ctx, id } = await makeDelivery();
    await (before === "cancelled" ? cancel(ctx, id) : attempt(id, ctx.realTime, before));
    await replay(ctx, id, before === "cancelled" ? 0 : 1);
    await attempt(id, ctx.realTime, 204);
    expect(await read(ctx, id)).toMatchObject({ status: "succeeded", statusCode: 204 });
  });

  // rules/deliveries.md#manual-1
  test("is sent once, however many users replay it at once", async () => {
    const { ctx, id } = await makeDelivery();
    await attempt(id, ctx.realTime, 200);
    expect(fulfilled(await Promise.allSettled(Array.from({ length: 5 }, () => replay(ctx, id, 1))))).toBe(1);
    expect(await queuedOf(id)).toHaveLength(1);
  });

  test("is sent once even if it is over before the second user replays it, who is refused", async () => {
    const { ctx, id } = await makeDelivery();
    await attempt(id, ctx.realTime, 500);
    await cancel(ctx, id);
    const seen = await read(ctx, id);
    await replay(ctx, id, seen.attempts);
    await attempt(id, ctx.realTime, 200);
    await expect(replay(ctx, id, seen.attempts)).rejects.toMatchObject({ name: "UserError", key: "deliverySentMeanwhile" });
    expect(await queuedOf(id)).toHaveLength(0);
    await replay(ctx, id, (await read(ctx, id)).attempts);
    expect(await queuedOf(id)).toHaveLength(1);
  });
});

test("a refused replay gives the reason: under way, webhook deleted, event gone, or unknown", async () => {
  const { ctx, id, webhookId } = await makeDelivery();
  await expect(replay(ctx, id, 0)).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringContaining("that is pending cannot be replayed"),
  });
  await attempt(id, ctx.realTime, 500);
  await expect(replay(ctx, id, 1)).rejects.toMatchObject({ message: expect.stringContaining("that is retrying cannot be replayed") });
  const stranger = await makePortal();
  await expect(replay(stranger, id, 1)).rejects.toMatchObject({ name: "NotFound" });

  const { ctx: other, id: orphan } = await makeDelivery();
  await attempt(orphan, other.realTime, 200);
  await sql`delete from events where id = (select event_id from deliveries where id = ${orphan})`;
  await expect(replay(other, orphan, 1)).rejects.toMatchObject({ message: "a delivery whose event is no longer kept cannot be replayed" });

  await remove(ctx, webhookId);
  await expect(replay(ctx, id, 1)).rejects.toMatchObject({ message: "a delivery whose webhook was deleted cannot be replayed" });
  expect(await queuedOf(id)).toHaveLength(0);
});
