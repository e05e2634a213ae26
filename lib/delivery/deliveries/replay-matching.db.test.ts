import { describe, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { insertDeliveries } from "#lib/delivery/deliveries/deliveries.fixture.ts";
import type { SampleDelivery } from "#lib/delivery/deliveries/deliveries.fixture.ts";
import { onDue } from "#lib/delivery/deliveries/due.ts";
import { list } from "#lib/delivery/deliveries/list.ts";
import { countMatching, replayMatching, requeue } from "#lib/delivery/deliveries/replay.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { create, remove } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, auditOf, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";

async function makeHistory(
  counts: Partial<Record<DeliveryStatus, number>>,
): Promise<{ ctx: OwnerContext; webhookId: string; ids: string[] }> {
  const ctx = await makePortal();
  const { id: webhookId } = await create(ctx, sampleSettings);
  const samples = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, (_none, index): SampleDelivery => ({
      webhookId,
      eventType: "v2.contract.created",
      status: status as DeliveryStatus,
      leased: false,
      statusCode: status === "failed" ? 503 : null,
      error: null,
      subjectId: `cid_${index}`,
      at: new Date(ctx.realTime.getTime() - 60_000 - index),
    })),
  );
  const stored = await insertDeliveries(ctx, samples);
  return { ctx, webhookId, ids: stored.map(({ id }) => id) };
}

const queueOf = async (webhookId: string) =>
  sql<
    { id: string; trigger: string }[]
  >`select delivery_id as id, trigger from delivery_queue where webhook_id = ${webhookId} order by delivery_id`;

describe("replaying the deliveries of a filter", () => {
  // rules/deliveries.md#manual-3
  test("replays the counted ones batch by batch, wakes the workers, and is audited once", async () => {
    const { ctx, webhookId } = await makeHistory({ failed: 2_350, succeeded: 5, pending: 3 });
    const filter = { webhookId, status: "failed" } as const;
    const counted = await countMatching(ctx, filter);
    expect(counted).toEqual({
      count: 2_350,
      hasMore: false,
      byStatus: { failed: 2_350, succeeded: 0, cancelled: 0 },
      countedAt: ctx.realTime,
    });
    let nudges = 0;
    const forget = onDue(() => (nudges += 1));
    expect(await replayMatching(ctx, filter, counted.countedAt)).toBe(2_350);
    forget();
    expect(nudges).toBeGreaterThan(0);
    const queue = await queueOf(webhookId);
    expect(queue).toHaveLength(2_353);
    expect(queue.filter(({ trigger }) => trigger === "replay")).toHaveLength(2_350);
    expect((await auditOf(webhookId)).slice(1)).toEqual([
      { action: "deliveries.replayed", actor: ctx.actor, details: { filter, countedAt: ctx.realTime.toISOString() } },
    ]);
  });

  test("replays everything that is over if the filter has no status, and nothing that is under way", async () => {
    const { ctx, webhookId } = await makeHistory({ failed: 2, succeeded: 3, cancelled: 4, pending: 5, retrying: 6 });
    expect(await countMatching(ctx, {})).toMatchObject({ count: 9, byStatus: { failed: 2, succeeded: 3, cancelled: 4 } });
    expect(await replayMatching(ctx, {}, ctx.realTime)).toBe(9);
    const queue = await queueOf(webhookId);
    expect(queue.filter(({ trigger }) => trigger === "automatic")).toHaveLength(11);
    expect(await countMatching(ctx, { status: "delivering" })).toMatchObject({ count: 0 });
  });

  test("counts the newest 10,000, and says that there are more", async () => {
    const { ctx, webhookId } = await makeHistory({ failed: 1 });
    await sql`
      with told as (select e.* from events e join deliveries d on d.event_id = e.id where d.webhook_id = ${webhookId})
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, status, attempts, created_at, updated_at)
      select 'dlv_' || substr(id, 5, 10) || lpad(n::text, 16, '0'), world_id, ${webhookId}, id, event_type, 'cancelled', 1, created_at, created_at
      from told, generate_series(1, 10_000) n`;
    const counted = await countMatching(ctx, {});
    expect(counted).toMatchObject({ count: 10_000, hasMore: true });
    await sql`delete from deliveries where webhook_id = ${webhookId} and status = 'failed'`;
    expect(await countMatching(ctx, {})).toMatchObject({ count: 10_000, hasMore: false, byStatus: { cancelled: 10_000 } });
  });

  test("replays nothing twice when repeated, even if a replay is already over", async () => {
    const { ctx, ids } = await makeHistory({ succeeded: 3 });
    const { countedAt } = await countMatching(ctx, {});
    const later = { ...ctx, now: new Date(ctx.realTime.getTime() + 1) };
    expect(await replayMatching(later, {}, countedAt)).toBe(3);
    for (const id of ids) await attempt(id, later.now, 200);
    expect((await list(ctx, { status: "succeeded" })).rows).toHaveLength(3);
    expect(await replayMatching(later, {}, countedAt)).toBe(0);
    expect(await replayMatching(later, {}, later.now)).toBe(3);
  });

  test("by several users at once queues each delivery once", async () => {
    const { ctx, webhookId } = await makeHistory({ failed: 2_500 });
    const counts = await Promise.all(Array.from({ length: 3 }, () => replayMatching(ctx, { status: "failed" }, ctx.realTime)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_500);
    expect(await queueOf(webhookId)).toHaveLength(2_500);
  });

  test("skips deliveries that ended after the count", async () => {
    const { ctx, ids } = await makeHistory({ failed: 2 });
    const earlier = new Date(ctx.realTime.getTime() - 3_600_000);
    expect(await db.transaction((tx) => requeue(tx, { ...ctx, overSince: earlier }, ids))).toBe(0);
    expect(await db.transaction((tx) => requeue(tx, { ...ctx, overSince: ctx.realTime }, ids))).toBe(2);
  });

  test("skips deleted webhooks in the count and in the replay", async () => {
    const { ctx, webhookId } = await makeHistory({ failed: 3 });
    await remove(ctx, webhookId);
    expect(await countMatching(ctx, {})).toMatchObject({ count: 0 });
    expect(await replayMatching(ctx, {}, ctx.realTime)).toBe(0);
    expect(await queueOf(webhookId)).toHaveLength(0);
  });

  test("changes no other world", async () => {
    const [{ ctx }, other] = await Promise.all([makeHistory({ failed: 1 }), makeHistory({ failed: 2 })]);
    expect(await replayMatching(ctx, { webhookId: other.webhookId }, ctx.realTime)).toBe(0);
    expect(await replayMatching(ctx, {}, ctx.realTime)).toBe(1);
    expect(await queueOf(other.webhookId)).toHaveLength(0);
    expect(await countMatching(other.ctx, {})).toMatchObject({ count: 2 });
  });
});
