import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { insertDeliveries } from "#lib/delivery/deliveries/deliveries.fixture.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { addWebhook, emitSamples, makeWorld, personIn } from "#lib/delivery/deliveries/queue.fixture.ts";
import { replayMatching } from "#lib/delivery/deliveries/replay.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";

await useOwnDatabase();

/** Many times more than an instance holds for a webhook. */
const replayed = 3_000;
const maxHeld = 256;

// rules/deliveries.md#manual-4
test("a new event does not wait for thousands of replays, and these are all sent", async () => {
  const endpoint = Object.assign(await startEndpoint(), { prompt: 0, delayMs: 2 });
  const worldId = await makeWorld();
  const webhookId = await addWebhook(worldId, { url: endpoint.url });
  const failed = { webhookId, eventType: "v2.contract.created", status: "failed", leased: false, statusCode: 500, error: null } as const;
  const at = new Date(Date.now() - 3_600_000);
  const me = () => personIn(worldId, new Date());
  await insertDeliveries(
    { ...me(), world: { id: worldId, environment: "development" } },
    Array.from({ length: replayed }, (_none, index) => ({ ...failed, subjectId: `old ${index}`, at })),
  );
  expect(await replayMatching(me(), { webhookId }, new Date())).toBe(replayed);

  const sender = createSender({ allowedHosts: ["localhost"] });
  const worker = startWorker(sender);
  const isFresh = ({ body }: { body: Buffer }) => body.toString() !== "{}";
  const waits: number[] = [];
  for (let event = 1; event <= 3; event += 1) {
    await waitFor(() => expect(endpoint.requests.length).toBeGreaterThan(event * 300));
    const { length: before } = endpoint.requests;
    await emitSamples(worldId, new Date());
    await waitFor(() => expect(endpoint.requests.filter(isFresh)).toHaveLength(event));
    waits.push(endpoint.requests.findLastIndex(isFresh) - before);
  }
  // It waits only for deliveries held or acquired before it.
  expect(Math.max(...waits)).toBeLessThan(2 * maxHeld);
  await waitFor(async () => expect(await sql`select from delivery_queue limit 1`).toHaveLength(0));
  expect(endpoint.requests).toHaveLength(replayed + 3);
  await worker.stop();
  await sender.close();
  await endpoint.close();
});
