import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { acquireDue, acquireOne, releaseLeases, defaultLease } from "#lib/delivery/deliveries/lease.ts";
import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import {
  acquire as acquireAs,
  acquireNext,
  addWebhook,
  endLeases,
  emitSamples,
  sampleEvent,
  makeWorld,
  slotsOf,
  readDeliveries,
} from "#lib/delivery/deliveries/queue.fixture.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();
const minute = 60_000;
const plenty = slotsOf(100, 10_000);

const later = (ms: number) => new Date(now.getTime() + ms);
const acquire = (instance = "run_1", at = now, slots = plenty) => acquireAs(instance, at, slots);
const idsOf = (acquired: readonly LeasedDelivery[]) => acquired.map(({ deliveryId }) => deliveryId);
const webhooksOf = (acquired: readonly LeasedDelivery[]) => [...new Set(acquired.map(({ webhookId }) => webhookId))];

/** A webhook in a world of its own, with deliveries due at these moments. */
async function makeQueue(...dueAt: Date[]): Promise<{ webhookId: string; worldId: number }> {
  const worldId = await makeWorld();
  const webhookId = await addWebhook(worldId);
  for (const at of dueAt) await emitSamples(worldId, at);
  return { webhookId, worldId };
}

// A worker acquires deliveries of all worlds.
beforeEach(() => sql`truncate delivery_queue`);

describe("a worker", () => {
  test("acquires only due deliveries, the earliest first", async () => {
    const { webhookId } = await makeQueue(later(-minute), later(-2 * minute), later(1), now);
    const [first, second, , fourth] = await readDeliveries(webhookId);
    expect(idsOf(await acquire())).toEqual([second?.id, first?.id, fourth?.id]);
  });

  test("gets everything that an attempt needs", async () => {
    const worldId = await makeWorld();
    const url = "https://hooks.example.com/in?token=secret";
    const webhookId = await addWebhook(worldId, { url });
    await transact((tx) => emit(tx, [sampleEvent(worldId, { city: "Nîmes 🚲" })], realMoment(now)));
    const [delivery] = await readDeliveries(webhookId);
    expect(await acquire()).toEqual([
      {
        deliveryId: delivery?.id,
        eventId: delivery?.eventId,
        webhookId,
        url,
        signingSecret: null,
        previousSecret: null,
        previousSecretUntil: null,
        payload: '{"event_type":"v2.contract.created","data":{"city":"Nîmes 🚲"}}',
        traceparent: null,
        trigger: "automatic",
        cycleAttempt: 1,
        attempt: 1,
        leasedUntil: expect.any(String),
        sendableUntil: expect.any(Number),
      },
    ]);
  });

  test("goes through the webhooks by their longest waiting delivery, as far as its slots reach", async () => {
    const [second, first, third] = [
      await makeQueue(later(-2), later(-2)),
      await makeQueue(later(-3), later(-3)),
      await makeQueue(later(-1)),
    ];
    expect(webhooksOf(await acquire("run_1", now, { ...plenty, inAll: 2 }))).toEqual([first.webhookId]);
    expect(webhooksOf(await acquire("run_1", now, { ...plenty, inAll: 2 }))).toEqual([second.webhookId]);
    expect(webhooksOf(await acquire("run_1", now, { ...plenty, inAll: 2 }))).toEqual([third.webhookId]);
  });

  test("takes replays after new events, however long they have waited", async () => {
    const { webhookId } = await makeQueue(later(-4), later(-3), later(-2), later(-1), now);
    const [replay, ...others] = await readDeliveries(webhookId);
    await sql`update delivery_queue set trigger = 'replay' where delivery_id = ${replay?.id ?? ""}`;
    expect(idsOf(await acquire("run_1", now, { ...plenty, ofOthers: 3 }))).toEqual(others.slice(0, 3).map(({ id }) => id));
    expect(idsOf(await acquire())).toEqual([others[3]?.id, replay?.id]);
  });

  test("can leave retries and replays to others", async () => {
    const { webhookId } = await makeQueue(later(-3), later(-2), later(-1));
    const [replay, retry, first] = await readDeliveries(webhookId);
    await sql`update delivery_queue set trigger = 'replay' where delivery_id = ${replay?.id ?? ""}`;
    await sql`update delivery_queue set attempts = 1 where delivery_id = ${retry?.id ?? ""}`;
    const acquired = await acquireDue("run_1", now, { slots: plenty, lease: defaultLease, firstAttemptsOnly: true });
    expect(idsOf(acquired)).toEqual([first?.id]);
  });

  test("leaves deliveries for which there are no slots", async () => {
    const [known, full, other] = [await makeQueue(now, now, now), await makeQueue(now), await makeQueue(now, now, now)];
    const acquired = await acquire("run_1", now, { ...plenty, webhookIds: [known.webhookId, full.webhookId], free: [2, 0], ofOthers: 1 });
    expect(Object.groupBy(acquired, ({ webhookId }) => webhookId)).toEqual({
      [known.webhookId]: [expect.anything(), expect.anything()],
      [other.webhookId]: [expect.anything()],
    });
    expect(await acquire("run_1", now, { ...plenty, inAll: 0 })).toEqual([]);
  });

  test("skips disabled webhooks until they are enabled, and deleted ones for good", async () => {
    const [disabled, deleted] = [await makeQueue(now), await makeQueue(now)];
    await sql`update webhooks set enabled = false where id = ${disabled.webhookId}`;
    await sql`update webhooks set deleted_at = now() where id = ${deleted.webhookId}`;
    expect(await acquire()).toEqual([]);
    await sql`update webhooks set enabled = true`;
    expect(webhooksOf(await acquire())).toEqual([disabled.webhookId]);
  });

  test("neither waits for an uncommitted change of the webhook nor blocks it", async () => {
    const { webhookId } = await makeQueue(now);
    await sql.begin(async (tx) => {
      await tx`update webhooks set name = 'new' where id = ${webhookId}`;
      expect(webhooksOf(await acquire())).toEqual([webhookId]);
    });
  });
});

describe("two instances", () => {
  test("never hold the same delivery, however closely they acquire", async () => {
    const worldId = await makeWorld();
    await Promise.all(Array.from({ length: 20 }, () => addWebhook(worldId)));
    const events = Array.from({ length: 40 }, (_none, index) => sampleEvent(worldId, { index }));
    await transact((tx) => emit(tx, events, realMoment(now)));
    const instances = Array.from({ length: 5 }, (_none, index) => `run_${index}`);
    const leases: string[] = [];
    while (leases.length < 800) {
      const acquired = await Promise.all(instances.map((instance) => acquire(instance, now, { ...plenty, ofOthers: 8 })));
      expect(acquired.flat().length).toBeGreaterThan(0);
      leases.push(...acquired.flatMap(idsOf));
    }
    expect(new Set(leases).size).toBe(800);
    expect(leases).toHaveLength(800);
  });

  test("take over from each other when a lease has expired, and not earlier if a clock is ahead", async () => {
    await makeQueue(now);
    const [first] = await acquire("run_1");
    expect(await acquire("run_2", later(60 * minute))).toEqual([]);
    await endLeases("run_1");
    const [second] = await acquire("run_2");
    expect(second?.deliveryId).toBe(first?.deliveryId);
    expect(second?.attempt).toBe(1);
  });
});

describe("a single delivery", () => {
  async function makeDelivery(dueAt = now) {
    const queue = await makeQueue(dueAt);
    const [delivery] = await readDeliveries(queue.webhookId);
    return { ...queue, id: delivery?.id ?? "" };
  }

  test("is acquired by exactly one of several instances", async () => {
    const { id } = await makeDelivery();
    const tries = await Promise.all(Array.from({ length: 8 }, (_none, index) => acquireNext(`run_${index}`, id, now)));
    expect(tries.filter((leased) => leased !== undefined)).toEqual([expect.objectContaining({ deliveryId: id, attempt: 1 })]);
  });

  test("is not acquired before it is due, while its webhook is disabled, or once it is over", async () => {
    const { id, webhookId } = await makeDelivery(later(1));
    const tryAt = (moment: Date) => acquireOne("run_1", { deliveryId: id, dueAt: later(1) }, moment, defaultLease);
    expect(await tryAt(now)).toEqual(later(1));
    await sql`update webhooks set enabled = false where id = ${webhookId}`;
    expect(await tryAt(later(1))).toBeNull();
    await sql`update webhooks set enabled = true where id = ${webhookId}`;
    await sql`delete from delivery_queue`;
    expect(await tryAt(later(1))).toBeNull();
  });

  test("that is leased returns the end of the lease, and with another due time it is another attempt", async () => {
    const { id } = await makeDelivery();
    await acquire("run_1");
    const again = await acquireOne("run_2", { deliveryId: id, dueAt: now }, now, defaultLease);
    expect((again as Date).getTime() - now.getTime()).toBeGreaterThan(20_000);
    expect((again as Date).getTime() - now.getTime()).toBeLessThanOrEqual(30_000);
    expect(await acquireOne("run_2", { deliveryId: id, dueAt: later(-1) }, now, defaultLease)).toBeNull();
  });
});

describe("released leases", () => {
  test("make the deliveries due as before, and these are acquired in order", async () => {
    await makeQueue(later(-3), later(-2), later(-1));
    const acquired = idsOf(await acquire("run_1"));
    await releaseLeases("run_1", acquired.toReversed());
    expect(idsOf(await acquire("run_2"))).toEqual(acquired);
  });

  test("are only the live ones of the instance itself", async () => {
    const { webhookId } = await makeQueue(now);
    const acquired = idsOf(await acquire("run_1"));
    await releaseLeases("run_2", acquired);
    expect(await acquire("run_2")).toEqual([]);
    await endLeases("run_1");
    await releaseLeases("run_1", acquired);
    expect((await readDeliveries(webhookId))[0]?.queued?.leasedBy).toBe("run_1");
  });
});

test("the time for attempts under a lease is counted from before the lease was requested", async () => {
  await makeQueue(now);
  const before = Date.now();
  const [leased] = await acquire();
  expect(leased?.sendableUntil).toBeGreaterThanOrEqual(before + 18_000);
  expect(leased?.sendableUntil).toBeLessThanOrEqual(Date.now() + 18_000);
});
