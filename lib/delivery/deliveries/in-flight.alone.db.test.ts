import { setImmediate as giveWay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import type { Dispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { addWebhook, sampleEvent, makeWorld, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

// More connections than deliveries in flight, so that leases are truly concurrent.
// The pool reads its size when it is imported.
await vi.hoisted(async () => (await import("#scripts/settings.ts")).completeEnvironment({ DATABASE_POOL: "40" }));
await useOwnDatabase();

const clock = () => new Date();

/** A sender that counts what it has in flight to each URL. */
function countingSender(): Sender & { sent(): number; maxInFlight(): number } {
  const sender = createSender({ allowedHosts: ["localhost"] });
  const inFlight = new Map<string, number>();
  let [sent, most] = [0, 0];
  return {
    ...sender,
    async post(request) {
      sent += 1;
      const count = (inFlight.get(request.url) ?? 0) + 1;
      inFlight.set(request.url, count);
      most = Math.max(most, count);
      try {
        return await sender.post(request);
      } finally {
        inFlight.set(request.url, (inFlight.get(request.url) ?? 0) - 1);
      }
    },
    sent: () => sent,
    maxInFlight: () => most,
  };
}

/** A webhook whose endpoint is slower than the leasing of a full queue. */
async function subscribe() {
  const endpoint = Object.assign(await startEndpoint(), { prompt: 0, delayMs: 40 });
  const worldId = await makeWorld();
  return { endpoint, worldId, webhookId: await addWebhook(worldId, { url: endpoint.url }) };
}

/** Commits events in concurrent transactions that see the same free slots. */
async function emitConcurrently(worldId: number, count: number): Promise<void> {
  const emitSome = () =>
    transact((tx) =>
      emit(
        tx,
        Array.from({ length: count / 4 }, (_none, index) => sampleEvent(worldId, { index })),
        realMoment(clock()),
      ),
    );
  await Promise.all(Array.from({ length: 4 }, emitSome));
}

/** Calls `attemptOne` in a loop until the delivery is over. */
async function insist(dispatcher: Dispatcher, { id, dueAt }: { id: string; dueAt: Date }): Promise<void> {
  while ((await dispatcher.attemptOne(id, dueAt)) !== null) await giveWay();
}

// rules/deliveries.md#attempts-7
test("an instance never has more than 8 requests in flight to a webhook, whichever part sends them", async () => {
  const webhooks = await Promise.all(Array.from({ length: 3 }, subscribe));
  const senders = Array.from({ length: 3 }, countingSender);
  const outside = countingSender();
  const isOver = async () => (await sql`select from delivery_queue limit 1`).length === 0;
  for (let wave = 1; wave <= 6; wave += 1) {
    // In odd waves no worker runs when the events are committed.
    const startAll = () => senders.map((sender) => startWorker(sender));
    const early = wave % 2 === 0 ? startAll() : [];
    for (const { worldId } of webhooks) await emitConcurrently(worldId, 40);
    const queued = await sql<{ id: string; dueAt: Date }[]>`select delivery_id as id, due_at from delivery_queue`;
    const dispatcher = startDispatcher(outside);
    const runs = queued.map(({ id, dueAt }) => insist(dispatcher, { id, dueAt }));
    const workers = wave % 2 === 0 ? early : startAll();
    await waitFor(async () => expect(await isOver()).toBe(true));
    await Promise.all(runs);
    for (const each of [...workers, dispatcher]) await each.stop();
  }
  const all = [...senders, outside];
  expect(Math.max(...all.map((sender) => sender.maxInFlight()))).toBe(8);
  expect(outside.sent()).toBeGreaterThan(0);
  expect(all.reduce((sum, sender) => sum + sender.sent(), 0)).toBe(6 * 3 * 40);
  for (const { endpoint, webhookId } of webhooks) {
    expect(endpoint.received().toSorted()).toEqual((await readDeliveries(webhookId)).map(({ id }) => `${id} 1`).toSorted());
    await endpoint.close();
  }
  await Promise.all(all.map((sender) => sender.close()));
});
