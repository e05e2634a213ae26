import { setImmediate as giveWay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { startDeliveryRunner } from "#lib/deliveries/runner.ts";
import { startEndpoint } from "#lib/deliveries/sample-endpoint.ts";
import { addWebhook, happening, makeWorld, readDeliveries } from "#lib/deliveries/sample-queue.ts";
import { takeTurn } from "#lib/deliveries/take-turn.ts";
import { emit } from "#lib/events/emit.ts";
import { transact } from "#lib/events/transact.ts";
import { createSender } from "#lib/webhooks/post.ts";
import type { Sender } from "#lib/webhooks/post.ts";

// Room for more transactions than may be in flight, so that claims are made truly at once.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase({ pool: 40 }));

vi.setConfig({ testTimeout: 120_000 });

const clock = () => new Date();

/** A sender of its own kind of runner, which counts what it sent. */
function countingSender(): Sender & { sent(): number } {
  const sender = createSender({ allowedHosts: ["localhost"] });
  let sent = 0;
  return {
    ...sender,
    post(request) {
      sent += 1;
      return sender.post(request);
    },
    sent: () => sent,
  };
}

/** A webhook whose endpoint takes longer than it takes to claim as many as may be in flight, and counts these at every arrival. */
async function subscribe() {
  const endpoint = Object.assign(await startEndpoint(), { prompt: 0, delayMs: 40 });
  const worldId = await makeWorld();
  return { endpoint, worldId, webhookId: await addWebhook(worldId, { url: endpoint.url }) };
}

async function tell(worldId: number, count: number): Promise<void> {
  await transact((tx) =>
    emit(
      tx,
      Array.from({ length: count }, (_none, index) => happening(worldId, { index })),
      clock(),
    ),
  );
}

/** Tries to send a delivery as often as it can until it is over, as a run does that never sleeps and that nobody holds back. */
async function insist(deliveryId: string, sender: Sender): Promise<void> {
  while ((await takeTurn(deliveryId, sender, clock)) !== null) await giveWay();
}

test("of a webhook no more than 8 requests are ever in flight, with several runners of each kind at it and nothing else to hold them back", async () => {
  const webhooks = await Promise.all(Array.from({ length: 3 }, subscribe));
  const [byRunners, byRuns] = [countingSender(), countingSender()];
  const isOver = async () => (await sql`select from delivery_queue limit 1`).length === 0;
  for (let wave = 1; wave <= 6; wave += 1) {
    for (const { worldId } of webhooks) await tell(worldId, 40);
    const queued = await sql<{ id: string }[]>`select delivery_id as id from delivery_queue`;
    // Now these are first, now those.
    const runs = wave % 2 === 0 ? [] : queued.map(({ id }) => insist(id, byRuns));
    const runners = Array.from({ length: wave % 3 === 1 ? 0 : 3 }, () => startDeliveryRunner(byRunners));
    if (wave % 2 === 0) runs.push(...queued.map(({ id }) => insist(id, byRuns)));
    await vi.waitFor(async () => expect(await isOver()).toBe(true), { timeout: 60_000 });
    await Promise.all(runs);
    await Promise.all(runners.map((runner) => runner.stop()));
  }
  expect(webhooks.map(({ endpoint }) => endpoint.mostWaiting())).toEqual([8, 8, 8]);
  expect([byRunners.sent() > 0, byRuns.sent() > 0, byRunners.sent() + byRuns.sent()]).toEqual([true, true, 6 * 3 * 40]);
  for (const { endpoint, webhookId } of webhooks) {
    expect(endpoint.received().toSorted()).toEqual((await readDeliveries(webhookId)).map(({ id }) => `${id} 1`).toSorted());
    await endpoint.close();
  }
  await Promise.all([byRunners.close(), byRuns.close()]);
});
