import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { onDue, onWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { list } from "#lib/delivery/webhook-settings/list.ts";
import { change, countWaiting, create, remove } from "#lib/delivery/webhook-settings/manage.ts";
import { lockWebhook, read } from "#lib/delivery/webhooks/find.ts";
import { maxWebhooks } from "#lib/delivery/webhooks/schema.ts";
import { attempt, auditOf, makePortal, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { sendTestEvent } from "#lib/developer/events/send-test-event.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const unknown = { name: "NotFound" };
const eventOf = ({ world }: OwnerContext): NewEvent => ({
  worldId: world.id,
  eventType: "v2.contract.created",
  subjectId: "race",
  executionId: null,
  data: eventSamples["v2.contract.created"],
});

/** Waits until the work is over, or a statement with these words among its first 1,024 characters waits for a lock. */
async function blockedOrOver(work: Promise<unknown>, words: string): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  const pattern = `%${words}%`;
  while (!isOver) {
    const blocked =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike ${pattern}`;
    if (blocked.length > 0) return;
  }
}

const statusesOf = async (ctx: OwnerContext) => (await listDeliveries(ctx, {})).rows.map(({ status }) => status);

describe("a webhook", () => {
  // rules/deliveries.md#webhooks-1
  test("is read as it was created, and gets the events of its subscription", async () => {
    const ctx = await makePortal();
    const created = await create(ctx, sampleSettings);
    expect(created).toMatchObject({ ...sampleSettings, createdAt: ctx.realTime, updatedAt: ctx.realTime });
    expect(await read(ctx, created.id)).toEqual(created);
    expect(await emitSampleEvent(ctx, "v2.contract.created")).toHaveLength(1);
    expect(await emitSampleEvent(ctx, "v2.contract.updated")).toEqual([]);
  });

  // rules/deliveries.md#webhooks-9
  test("sends at once what waits for a retry when it is enabled again", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(deliveryId, ctx.realTime, 500);
    await change(ctx, id, { enabled: false });
    const dueAt = async () => {
      const [row] = await sql<{ dueAt: Date; nextAttemptAt: Date }[]>`
        select q.due_at, d.next_attempt_at from delivery_queue q join deliveries d on d.id = q.delivery_id where d.id = ${deliveryId}`;
      return row;
    };
    expect((await dueAt())?.dueAt.getTime()).toBeGreaterThan(ctx.realTime.getTime());
    await change(ctx, id, { enabled: true });
    expect(await dueAt()).toEqual({ dueAt: ctx.realTime, nextAttemptAt: ctx.realTime });
  });

  test("is refused like in the form", async () => {
    const ctx = await makePortal();
    await expect(create(ctx, { ...sampleSettings, url: "https://10.0.0.1/in" })).rejects.toMatchObject({
      issues: [{ path: ["url"], message: "urlAddress" }],
    });
    await expect(create(ctx, { ...sampleSettings, eventTypes: [] })).rejects.toMatchObject({ name: "ZodError" });
    expect(await list(ctx)).toEqual([]);
  });

  test("does not exist in any other world, whichever operation is called", async () => {
    const [ctx, stranger] = await Promise.all([makePortal(), makePortal()]);
    const created = await create(ctx, sampleSettings);
    await emitSampleEvent(ctx, "v2.contract.created");
    for (const id of [created.id, "whk_unknown"]) {
      await expect(read(stranger, id)).rejects.toMatchObject({ ...unknown, message: `there is no webhook ${id}` });
      await expect(change(stranger, id, { name: "Mine" })).rejects.toMatchObject(unknown);
      await expect(remove(stranger, id)).rejects.toMatchObject(unknown);
      await expect(sendTestEvent(stranger, id, "v2.contract.created")).rejects.toMatchObject(unknown);
    }
    expect(await list(stranger)).toEqual([]);
    expect(await listDeliveries(stranger, { webhookId: created.id })).toMatchObject({ rows: [], older: null });
    expect(await read(ctx, created.id)).toEqual(created);
  });

  test("does not get another world's events", async () => {
    const [ctx, stranger] = await Promise.all([makePortal(), makePortal()]);
    await create(ctx, sampleSettings);
    expect(await emitSampleEvent(stranger, "v2.contract.created")).toEqual([]);
  });
});

describe("a world has a limited number of webhooks,", () => {
  test("however many are created at once; deleting one makes room", async () => {
    const ctx = await makePortal();
    const first = await create(ctx, sampleSettings);
    const outcomes = await Promise.allSettled(Array.from({ length: maxWebhooks + 3 }, () => create(ctx, sampleSettings)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(maxWebhooks - 1);
    await expect(create(ctx, sampleSettings)).rejects.toMatchObject({ name: "UserError" });
    await remove(ctx, first.id);
    await create(ctx, sampleSettings);
    expect(await list(ctx)).toHaveLength(maxWebhooks);
  });
});

describe("a change", () => {
  test("is stored, keeps omitted fields, and is audited without the token", async () => {
    const ctx = await makePortal();
    const created = await create(ctx, sampleSettings);
    const later = { ...ctx, realTime: new Date(ctx.realTime.getTime() + 1000) };
    const changed = await change(later, created.id, { url: "https://hooks.example.com/other?token=n3w", name: created.name });
    expect(changed).toEqual({ ...created, url: "https://hooks.example.com/other?token=n3w", updatedAt: later.realTime });
    expect(await read(ctx, created.id)).toEqual(changed);
    expect(await auditOf(created.id)).toEqual([
      {
        action: "webhook.created",
        actor: ctx.actor,
        details: { ...sampleSettings, signed: false, url: "https://hooks.example.com/covergate?•••" },
      },
      {
        action: "webhook.changed",
        actor: ctx.actor,
        details: { url: "https://hooks.example.com/other?•••", before: { url: "https://hooks.example.com/covergate?•••" } },
      },
    ]);
  });

  test("that changes nothing writes nothing", async () => {
    const ctx = await makePortal();
    const created = await create(ctx, sampleSettings);
    const later = { ...ctx, realTime: new Date(ctx.realTime.getTime() + 1000) };
    expect(await change(later, created.id, { ...sampleSettings })).toEqual(created);
    expect(await auditOf(created.id)).toHaveLength(1);
  });

  test("of the subscription applies from the next event on", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    await change(ctx, id, { eventTypes: ["v2.contract.updated"] });
    expect(await emitSampleEvent(ctx, "v2.contract.created")).toEqual([]);
    expect(await emitSampleEvent(ctx, "v2.contract.updated")).toHaveLength(1);
  });

  // rules/deliveries.md#webhooks-5
  test("to disabled makes deliveries wait, and to enabled wakes the workers", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    await change(ctx, id, { enabled: false });
    const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await expect(attempt(deliveryId, ctx.realTime, 200)).rejects.toThrow("could not be acquired");
    let nudges = 0;
    const forget = onDue(() => (nudges += 1));
    await change(ctx, id, { enabled: true });
    forget();
    expect(nudges).toBeGreaterThan(0);
    await attempt(deliveryId, ctx.realTime, 200);
    expect(await statusesOf(ctx)).toEqual(["succeeded"]);
  });

  test("to enabled from now on shows how many deliveries wait, cancels them, and sends later ones", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    await change(ctx, id, { enabled: false });
    for (const kind of ["v2.contract.created", "v2.contract.closed"] as const) await emitSampleEvent(ctx, kind);
    expect(await countWaiting(ctx, id)).toEqual({ count: 2 });
    await change(ctx, id, { enabled: true, missed: "skip" });
    expect(await countWaiting(ctx, id)).toEqual({ count: 0 });
    expect(await statusesOf(ctx)).toEqual(["cancelled", "cancelled"]);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: "webhook.changed", details: { enabled: true, skipped: 2 } });
    const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await attempt(deliveryId, ctx.realTime, 200);
    await expect(countWaiting(await makePortal(), id)).rejects.toMatchObject(unknown);
  });
});

test("each effective change and removal of a webhook is announced to this process", async () => {
  const ctx = await makePortal();
  const { id } = await create(ctx, sampleSettings);
  const told: string[] = [];
  onTestFinished(onWebhookChange((webhookId) => told.push(webhookId)));
  await change(ctx, id, { enabled: sampleSettings.enabled });
  expect(told).toEqual([]);
  await change(ctx, id, { url: "https://hooks.example.com/moved" });
  await remove(ctx, id);
  expect(told).toEqual([id, id]);
});

describe("a deleted webhook", () => {
  // rules/deliveries.md#webhooks-7
  test("has no queued deliveries: waiting and in-flight ones are cancelled, finished ones stay, and it is audited", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    const kinds = ["v2.contract.created", "v2.contract.closed", "v2.claim.created", "v2.contract.created"] as const;
    const [succeeded = "", retrying = "", claimed = "", pending = ""] = (
      await Promise.all(kinds.map((kind) => emitSampleEvent(ctx, kind)))
    ).flat();
    await attempt(succeeded, ctx.realTime, 204);
    await attempt(retrying, ctx.realTime, 500);
    await attempt(claimed, ctx.realTime);
    expect(await remove(ctx, id)).toEqual({ cancelled: 3 });
    const shown = await listDeliveries(ctx, {});
    expect(Object.fromEntries(shown.rows.map((delivery) => [delivery.id, delivery.status]))).toEqual({
      [succeeded]: "succeeded",
      [retrying]: "cancelled",
      [claimed]: "cancelled",
      [pending]: "cancelled",
    });
    expect(await sql`select 1 from delivery_queue where webhook_id = ${id}`).toHaveLength(0);
    expect((await auditOf(id)).at(-1)).toEqual({
      action: "webhook.deleted",
      actor: ctx.actor,
      details: { name: sampleSettings.name, cancelled: 3 },
    });
    await expect(read(ctx, id)).rejects.toMatchObject(unknown);
    await expect(remove(ctx, id)).rejects.toMatchObject(unknown);
    expect(await list(ctx)).toEqual([]);
    expect(await emitSampleEvent(ctx, "v2.contract.created")).toEqual([]);
  });

  test("waits for an event that is being emitted, and cancels its delivery", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    const { removing } = await db.transaction(async (tx) => {
      await emit(tx, [eventOf(ctx)], realMoment(ctx.realTime));
      const removal = remove(ctx, id);
      await blockedOrOver(removal, "webhooks%for update");
      return { removing: removal };
    });
    expect(await removing).toEqual({ cancelled: 1 });
    expect(await statusesOf(ctx)).toEqual(["cancelled"]);
  });

  test("gets no events while it is being deleted", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    const { telling } = await db.transaction(async (tx) => {
      await lockWebhook(tx, ctx.world, id, "removal");
      await tx.update(webhooks).set({ deletedAt: ctx.realTime }).where(eq(webhooks.id, id));
      const event = transact((other) => emit(other, [eventOf(ctx)], realMoment(ctx.realTime)));
      await blockedOrOver(event, "opened as materialized");
      return { telling: event };
    });
    await telling;
    expect(await statusesOf(ctx)).toEqual([]);
    expect(await sql`select 1 from delivery_queue where webhook_id = ${id}`).toHaveLength(0);
  });

  test("is deleted once, however many requests come at once and whatever happens meanwhile", async () => {
    const ctx = await makePortal();
    const { id } = await create(ctx, sampleSettings);
    const events = Array.from({ length: 20 }, () => emitSampleEvent(ctx, "v2.contract.created"));
    const removals = await Promise.allSettled(Array.from({ length: 3 }, () => remove(ctx, id)));
    await Promise.all(events);
    expect(removals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await sql`select 1 from delivery_queue where webhook_id = ${id}`).toHaveLength(0);
    expect(new Set(await statusesOf(ctx)).difference(new Set(["cancelled"])).size).toBe(0);
  });
});
