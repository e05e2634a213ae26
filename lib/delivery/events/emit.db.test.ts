import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { dayOf, ensurePartitions, findPartition } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { onDue } from "#lib/delivery/deliveries/due.ts";
import { addWebhook, sampleEvent, makeWorld, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();

interface StoredEvent {
  id: string;
  eventType: string;
  payload: string;
}

async function readEvents(worldId: number): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`select id, event_type, payload from events where world_id = ${worldId} order by id`;
}

/** Counts the announcements to workers until the end of the test. */
function countNudges(): () => number {
  const listener = vi.fn<() => void>();
  onTestFinished(onDue(listener));
  return () => listener.mock.calls.length;
}

beforeAll(() => ensurePartitions(sql, now));

describe("an emitted event", () => {
  // rules/events.md#emit-1
  test("is stored as the exact bytes that are sent, whatever its data contains", async () => {
    const worldId = await makeWorld();
    const data = {
      city: "Saint-Étienne 🚲 \u2028 \u0000 \ud800 \\ \" 'quoted'",
      price: 12_345_678_901_234.56,
      tiny: 1e-7,
      huge: Number.MAX_SAFE_INTEGER,
      nothing: null,
      nested: [{ b: 1, a: [] }],
    };
    await transact((tx) => emit(tx, [sampleEvent(worldId, data)], realMoment(now)));
    const [event] = await readEvents(worldId);
    expect(event?.payload).toBe(JSON.stringify({ event_type: "v2.contract.created", data }));
  });

  test("is stored without subscribers, and wakes no worker", async () => {
    const worldId = await makeWorld();
    const nudges = countNudges();
    await transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));
    expect(await readEvents(worldId)).toHaveLength(1);
    expect(nudges()).toBe(0);
  });

  test("is sent once to each of 50 webhooks, and wakes the workers once", async () => {
    const worldId = await makeWorld();
    const webhooks = await Promise.all(Array.from({ length: 50 }, () => addWebhook(worldId)));
    const nudges = countNudges();
    await transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));
    const [event] = await readEvents(worldId);
    const deliveries = await Promise.all(webhooks.map(readDeliveries));
    for (const of of deliveries) {
      expect(of).toEqual([
        {
          id: expect.stringMatching(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/),
          eventId: event?.id,
          status: "pending",
          attempts: 0,
          nextAttemptAt: expect.any(String),
          queued: { dueAt: expect.any(String), cycleAttempt: 1, trigger: "automatic", leasedBy: null },
        },
      ]);
      expect(new Date(of[0]?.queued?.dueAt ?? "")).toEqual(now);
    }
    expect(nudges()).toBe(1);
  });

  test("is sent to the webhooks of its world that subscribe to its type, disabled ones included, deleted ones not", async () => {
    const [worldId, otherWorld] = await Promise.all([makeWorld(), makeWorld()]);
    const [asks, disabled, deleted, asksForAnother, elsewhere] = await Promise.all([
      addWebhook(worldId, { eventTypes: [...eventTypes] }),
      addWebhook(worldId, { enabled: false }),
      addWebhook(worldId, { deletedAt: now }),
      addWebhook(worldId, { eventTypes: ["v2.contract.closed"] }),
      addWebhook(otherWorld),
    ]);
    await transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));
    const counts = await Promise.all(
      [asks, disabled, deleted, asksForAnother, elsewhere].map(async (id) => (await readDeliveries(id)).length),
    );
    expect(counts).toEqual([1, 1, 0, 0, 0]);
  });

  test("is stored with its deliveries in the partitions of its week", async () => {
    const worldId = await makeWorld();
    await addWebhook(worldId);
    await transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));
    const places = await sql<{ place: string }[]>`
      select tableoid::regclass::text as place from events where world_id = ${worldId}
      union all select tableoid::regclass::text from deliveries where world_id = ${worldId}`;
    const partitions = await Promise.all((["events", "deliveries"] as const).map((table) => findPartition(sql, table, dayOf(now))));
    expect(places.map(({ place }) => place)).toEqual(partitions.map((partition) => partition?.name));
  });
});

describe("an emitting transaction", () => {
  // rules/events.md#emit-1
  test("that fails emits nothing", async () => {
    const worldId = await makeWorld();
    const webhook = await addWebhook(worldId);
    const nudges = countNudges();
    const change = transact(async (tx) => {
      await emit(tx, [sampleEvent(worldId)], realMoment(now));
      throw new Error("somebody was first");
    });
    await expect(change).rejects.toThrow("somebody was first");
    expect(await readEvents(worldId)).toEqual([]);
    expect(await readDeliveries(webhook)).toEqual([]);
    expect(nudges()).toBe(0);
  });

  test("can emit twice; the workers are woken once, after the commit", async () => {
    const worldId = await makeWorld();
    const webhook = await addWebhook(worldId, { eventTypes: ["v2.contract.created", "v2.contract.closed"] });
    const nudges = countNudges();
    await transact(async (tx) => {
      await emit(tx, [sampleEvent(worldId)], realMoment(now));
      await emit(tx, [], realMoment(now));
      await emit(tx, [sampleEvent(worldId, {}, "v2.contract.closed")], realMoment(now));
      expect(nudges()).toBe(0);
      expect(await readDeliveries(webhook)).toEqual([]);
    });
    expect(nudges()).toBe(1);
    expect((await readEvents(worldId)).map(({ eventType }) => eventType)).toEqual(["v2.contract.created", "v2.contract.closed"]);
    expect(await readDeliveries(webhook)).toHaveLength(2);
  });

  test("with a thousand events and 20 webhooks gives each delivery its own id", async () => {
    const worldId = await makeWorld();
    await Promise.all(Array.from({ length: 20 }, () => addWebhook(worldId)));
    const happened = Array.from({ length: 1000 }, (_none, index) => sampleEvent(worldId, { index }));
    await transact((tx) => emit(tx, happened, realMoment(now)));
    const [counts] = await sql<{ deliveries: number; names: number; queued: number }[]>`
      select count(*)::int as deliveries, count(distinct d.id)::int as names, count(q.delivery_id)::int as queued
      from deliveries d left join delivery_queue q on q.delivery_id = d.id where d.world_id = ${worldId}`;
    expect(counts).toEqual({ deliveries: 20_000, names: 20_000, queued: 20_000 });
    const indexes = (await readEvents(worldId)).map(({ payload }) => (JSON.parse(payload) as { data: { index: number } }).data.index);
    expect(indexes).toEqual(happened.map((_event, index) => index));
  });
});
