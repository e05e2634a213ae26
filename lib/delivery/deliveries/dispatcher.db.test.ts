import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import type { DispatcherSettings } from "#lib/delivery/deliveries/dispatcher.ts";
import { announceWebhookChange, onDue } from "#lib/delivery/deliveries/due.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import {
  acquire,
  addWebhook,
  emitSamples,
  sampleEvent,
  makeWorld,
  readAttempts,
  readDeliveries,
} from "#lib/delivery/deliveries/queue.fixture.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();

beforeEach(() => sql`truncate delivery_queue`);

/** A webhook whose endpoint answers at once. */
async function subscribe(settings: { enabled?: boolean } = {}) {
  const endpoint = await startEndpoint();
  onTestFinished(() => endpoint.close());
  const worldId = await makeWorld();
  return { endpoint, worldId, webhookId: await addWebhook(worldId, { url: endpoint.url, ...settings }) };
}

/** A dispatcher without a worker, so that only deliveries committed here are sent. */
function dispatch(settings: Partial<DispatcherSettings> = {}) {
  const sender = createSender({ allowedHosts: ["localhost"] });
  const dispatcher = startDispatcher(sender, settings);
  onTestFinished(async () => {
    await dispatcher.stop();
    await sender.close();
  });
  return dispatcher;
}

/** Collects the announcements to workers from now on. */
function listen(): unknown[] {
  const told: unknown[] = [];
  onTestFinished(onDue((due) => told.push(due)));
  return told;
}

const many = (worldId: number, count: number) => Array.from({ length: count }, (_none, index) => sampleEvent(worldId, { index }));
const leased = async (webhookId: string) => (await readDeliveries(webhookId)).filter(({ queued }) => typeof queued?.leasedBy === "string");

describe("a committed delivery", () => {
  test("is sent at once by this instance, without a worker", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    const told = listen();
    dispatch();
    await transact((tx) => emit(tx, [sampleEvent(worldId, { city: "Nîmes 🚲" })], realMoment(now)));
    await waitFor(async () => expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "succeeded", queued: null }));
    expect(endpoint.requests.map(({ body }) => body.toString())).toEqual([
      '{"event_type":"v2.contract.created","data":{"city":"Nîmes 🚲"}}',
    ]);
    expect(await readAttempts(webhookId)).toMatchObject([{ number: 1, trigger: "automatic", statusCode: 200 }]);
    expect(told).toEqual([]);
  });

  test("is leased to this instance before others can see it", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    endpoint.answer = null;
    const { instance } = dispatch();
    await emitSamples(worldId, now);
    expect((await readDeliveries(webhookId))[0]?.queued?.leasedBy).toBe(instance);
    expect(await acquire("run_other", new Date(Date.now() + 3_600_000))).toEqual([]);
    await waitFor(() => expect(endpoint.waiting()).toBe(1));
    endpoint.answerAll(200);
  });

  test("is not sent before the commit or after a rollback, which releases its slot", async () => {
    const { endpoint, worldId } = await subscribe();
    const dispatcher = dispatch();
    for (let round = 0; round < 3; round += 1) {
      const change = transact(async (tx) => {
        await emit(tx, many(worldId, 8), realMoment(now));
        expect(dispatcher.slots("commit").free).toEqual([0]);
        throw new Error("somebody was first");
      });
      await expect(change).rejects.toThrow("somebody was first");
      expect(dispatcher.slots("commit").webhookIds).toEqual([]);
    }
    expect(endpoint.requests).toEqual([]);
    await emitSamples(worldId, now);
    await waitFor(() => expect(endpoint.requests).toHaveLength(1));
  });

  test("beyond the slots of this instance has no lease, and its worker is woken", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    endpoint.answer = null;
    const told = listen();
    dispatch();
    await transact(async (tx) => {
      await emit(tx, many(worldId, 5), realMoment(now));
      await emit(tx, many(worldId, 5), realMoment(now));
    });
    expect(await leased(webhookId)).toHaveLength(8);
    expect(told).toEqual(["first attempts"]);
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    await emitSamples(worldId, now);
    expect(await leased(webhookId)).toHaveLength(8);
    expect(await acquire("run_other", new Date())).toHaveLength(3);
    endpoint.answerAll(200);
  });

  test("from concurrent transactions is sent, with at most 8 requests at a time", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    endpoint.answer = null;
    dispatch();
    await Promise.all(Array.from({ length: 5 }, () => transact((tx) => emit(tx, many(worldId, 6), realMoment(now)))));
    const { length: own } = await leased(webhookId);
    expect(own).toBeGreaterThanOrEqual(8);
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    endpoint.answer = 200;
    endpoint.answerAll(200);
    await waitFor(async () => expect(await leased(webhookId)).toEqual([]));
    expect(endpoint.maxWaiting()).toBe(8);
    expect(endpoint.requests).toHaveLength(own);
    expect(new Set(endpoint.received()).size).toBe(own);
  });

  test("for a disabled webhook waits without a lease", async () => {
    const { worldId, webhookId } = await subscribe({ enabled: false });
    dispatch();
    await emitSamples(worldId, now);
    expect((await readDeliveries(webhookId))[0]?.queued).toMatchObject({ leasedBy: null });
  });

  test("is not sent to the old URL while its webhook changes", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    const elsewhere = await startEndpoint();
    onTestFinished(() => elsewhere.close());
    dispatch();
    await transact(async (tx) => {
      await emit(tx, [sampleEvent(worldId)], realMoment(now));
      await sql`update webhooks set url = ${elsewhere.url} where id = ${webhookId}`;
      announceWebhookChange(webhookId);
    });
    await waitFor(async () => expect(await leased(webhookId)).toEqual([]));
    const worker = startWorker(createSender({ allowedHosts: ["localhost"] }));
    await waitFor(() => expect(elsewhere.requests).toHaveLength(1));
    await worker.stop();
    expect(endpoint.requests).toEqual([]);
  });
});

describe("an instance that was frozen until shortly before its lease expired", () => {
  test("sends nothing under that lease, and others send once it has expired", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    // The lease lasts exactly as long as an attempt may take, so no attempt may begin.
    const { instance } = dispatch({ lease: { lastsMs: 1_000, attemptMs: 1_000 } });
    await emitSamples(worldId, now);
    expect((await readDeliveries(webhookId))[0]?.queued?.leasedBy).toBe(instance);
    const other = startWorker(createSender({ allowedHosts: ["localhost"] }));
    await waitFor(() => expect(endpoint.requests).toHaveLength(1));
    expect(Date.now() - now.getTime()).toBeGreaterThan(1_000);
    await waitFor(async () => expect((await readDeliveries(webhookId))[0]?.status).toBe("succeeded"));
    await other.stop();
  });
});

describe("a host that stops its process after each response", () => {
  test("is asked to wait until the attempt is recorded and its retry is announced", async () => {
    const { endpoint, worldId, webhookId } = await subscribe();
    endpoint.answer = 500;
    const kept: Promise<unknown>[] = [];
    const retries: string[] = [];
    dispatch({
      keepAlive: (work) => kept.push(work),
      async onRetries(deliveryIds) {
        expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "retrying" });
        retries.push(...deliveryIds);
      },
    });
    await emitSamples(worldId, now);
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    const [delivery] = await readDeliveries(webhookId);
    expect(delivery).toMatchObject({ status: "retrying", attempts: 1 });
    expect(retries).toEqual([delivery?.id]);
  });
});

test("an instance that stops releases unstarted deliveries at once", async () => {
  const { endpoint, worldId, webhookId } = await subscribe();
  endpoint.answer = null;
  const sender = createSender({ allowedHosts: ["localhost"] });
  const dispatcher = startDispatcher(sender);
  // All transactions see the same free slots, so together they lease more than there are.
  await Promise.all(Array.from({ length: 3 }, () => transact((tx) => emit(tx, many(worldId, 8), realMoment(now)))));
  await waitFor(() => expect(endpoint.waiting()).toBe(8));
  const stopped = dispatcher.stop();
  await waitFor(async () => expect(await leased(webhookId)).toHaveLength(8));
  endpoint.answerAll(200);
  await stopped;
  expect(await leased(webhookId)).toEqual([]);
  expect((await readDeliveries(webhookId)).filter(({ status }) => status === "succeeded")).toHaveLength(8);
  await sender.close();
});
