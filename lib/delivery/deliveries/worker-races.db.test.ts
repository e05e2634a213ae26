import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import {
  advance,
  isHeld,
  now,
  startEndpointOfTest,
  startInstance,
  subscribe,
  sweepAll,
  tellMany,
  useInstances,
} from "#e2e/setup/instance.fixture.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { announceWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { emitSamples, readAttempts, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { change, remove } from "#lib/delivery/webhook-settings/manage.ts";

await useOwnDatabase();
useInstances();

const minute = 60_000;

/** Writes the URL directly, since the verb refuses loopback addresses. */
async function readdress(webhookId: string, url: string): Promise<void> {
  await sql`update webhooks set url = ${url} where id = ${webhookId}`;
  announceWebhookChange(webhookId);
}

describe("a user", () => {
  test("can neither cancel nor replay during an attempt, which is recorded normally", async () => {
    const { endpoint, worldId, me, only } = await subscribe();
    endpoint.answer = null;
    startInstance();
    await emitSamples(worldId, now());
    await waitFor(() => expect(endpoint.waiting()).toBe(1));
    const { id } = await only();
    await expect(cancel(me(), id)).rejects.toThrow("cannot be cancelled");
    await expect(replay(me(), id, 0)).rejects.toThrow("cannot be replayed");
    endpoint.answerAll(200);
    await waitFor(async () => expect((await only()).status).toBe("succeeded"));
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each(["failed", "cancelled", "succeeded"])(
    "who replays a delivery that is %s has it sent at once, with all its retries",
    async (status) => {
      const { endpoint, webhookId, worldId, me, only } = await subscribe();
      endpoint.answer = status === "succeeded" ? 200 : 500;
      startInstance();
      await emitSamples(worldId, now());
      await waitFor(async () => expect((await only()).status).toBe(status === "succeeded" ? "succeeded" : "retrying"));
      const { id } = await only();
      if (status === "cancelled") await cancel(me(), id);
      for (const delay of status === "failed" ? [1, 5, 30] : []) {
        const { attempts } = await only();
        advance(delay * minute);
        await waitFor(async () => expect(await only()).toMatchObject({ attempts: attempts + 1 }));
      }
      const before = await only();
      expect(before.status).toBe(status);
      endpoint.answer = 503;
      await replay(me(), id, before.attempts);
      await waitFor(async () => expect(await only()).toMatchObject({ status: "retrying", attempts: before.attempts + 1 }));
      expect(new Date((await only()).nextAttemptAt ?? "")).toEqual(new Date(now().getTime() + minute));
      endpoint.answer = 200;
      advance(minute);
      await waitFor(async () => expect(await only()).toMatchObject({ status: "succeeded", attempts: before.attempts + 2 }));
      expect((await readAttempts(webhookId)).slice(-2).map(({ number, trigger }) => [number - before.attempts, trigger])).toEqual([
        [1, "replay"],
        [2, "automatic"],
      ]);
      expect(endpoint.received()).toHaveLength(before.attempts + 2);
    },
  );

  test.each<[string, (ctx: OwnerContext, webhookId: string, elsewhere: string) => Promise<unknown>]>([
    ["disables", (ctx, webhookId) => change(ctx, webhookId, { enabled: false })],
    ["deletes", (ctx, webhookId) => remove(ctx, webhookId)],
    ["re-addresses", (_ctx, webhookId, elsewhere) => readdress(webhookId, elsewhere)],
  ])("who %s a webhook stops deliveries with its old settings, though hundreds are due", async (verb, act) => {
    const { endpoint, webhookId, worldId, me } = await subscribe({ prompt: 100 });
    const elsewhere = await startEndpointOfTest({});
    await tellMany(worldId, 400);
    startInstance();
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    const { length: before } = endpoint.requests;
    await act(me(), webhookId, elsewhere.url);
    endpoint.prompt = 400;
    endpoint.answerAll(200);
    await sweepAll();
    await waitFor(async () => expect((await readDeliveries(webhookId)).filter(isHeld)).toEqual([]));
    if (verb === "disables") expect((await readDeliveries(webhookId)).filter(({ queued }) => queued !== null)).toHaveLength(400 - before);
    if (verb === "re-addresses") await waitFor(() => expect(elsewhere.requests).toHaveLength(400 - before));
    expect(endpoint.requests).toHaveLength(before);
  });

  test("who changes a webhook's URL while its deliveries are acquired stops deliveries to the old one", async () => {
    const { endpoint, webhookId, worldId, only } = await subscribe();
    const elsewhere = await startEndpointOfTest({});
    await emitSamples(worldId, now());
    // The worker has read the URL, and then waits for the events.
    await sql.begin(async (tx) => {
      await tx`lock table events in access exclusive mode`;
      startInstance();
      await waitFor(async () => expect(isHeld(await only())).toBe(true));
      await readdress(webhookId, elsewhere.url);
    });
    await waitFor(() => expect(elsewhere.requests).toHaveLength(1));
    expect(endpoint.requests).toEqual([]);
  });
});
