import { describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { advance, closing, isHeld, now, startInstance, subscribe, sweepAll, tellMany, useInstances } from "#e2e/setup/instance.fixture.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { emitSamples, sampleEvent, readAttempts, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { log } from "#lib/platform/log/log.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();
useInstances();

const minute = 60_000;

describe("a delivery", () => {
  // rules/deliveries.md#attempts-4
  test("arrives with exactly the stored bytes of its event, under headers that identify it", async () => {
    const { endpoint, worldId, only } = await subscribe();
    startInstance();
    const data = { city: "Saint-Étienne 🚲 \u2028", price: 12_345_678_901_234.56, huge: Number.MAX_SAFE_INTEGER };
    await transact((tx) => emit(tx, [sampleEvent(worldId, data)], realMoment(now())));
    await waitFor(() => expect(endpoint.requests).toHaveLength(1));
    const { id, eventId } = await only();
    const [request] = endpoint.requests;
    expect(request?.method).toBe("POST");
    expect(request?.body).toEqual(Buffer.from(JSON.stringify({ event_type: "v2.contract.created", data })));
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Covergate-Webhooks/2",
      "x-event-id": eventId,
      "x-delivery-id": id,
      "x-delivery-attempt": "1",
    });
  });

  // rules/deliveries.md#attempts-2
  test("that is answered with 2xx is over", async () => {
    const { endpoint, webhookId, worldId, only } = await subscribe();
    endpoint.answer = 204;
    startInstance();
    await emitSamples(worldId, now());
    await waitFor(async () => expect(await only()).toMatchObject({ status: "succeeded", attempts: 1, queued: null }));
    expect(await readAttempts(webhookId)).toEqual([{ number: 1, trigger: "automatic", statusCode: 204, error: null, responseBody: "" }]);
  });

  // rules/deliveries.md#attempts-1
  test.each([302, 404, 500])(
    "that is answered with %i is retried 1, 5 and 30 minutes after each failure, to the second, and has then failed",
    async (status) => {
      const { endpoint, webhookId, worldId, only } = await subscribe();
      endpoint.answer = status;
      startInstance();
      await emitSamples(worldId, now());
      for (const [index, delay] of [1 * minute, 5 * minute, 30 * minute].entries()) {
        const attempts = index + 1;
        await waitFor(async () => expect(await only()).toMatchObject({ status: "retrying", attempts }));
        expect(new Date((await only()).nextAttemptAt ?? "")).toEqual(new Date(now().getTime() + delay));
        advance(delay - 1);
        await sweepAll();
        expect(endpoint.requests).toHaveLength(attempts);
        advance(1);
        await waitFor(() => expect(endpoint.requests).toHaveLength(attempts + 1));
      }
      await waitFor(async () => expect(await only()).toMatchObject({ status: "failed", attempts: 4, nextAttemptAt: null, queued: null }));
      advance(24 * 60 * minute);
      await sweepAll();
      const { id, eventId } = await only();
      expect(endpoint.received()).toEqual([1, 2, 3, 4].map((number) => `${id} ${number}`));
      expect(new Set(endpoint.requests.map(({ headers }) => headers["x-event-id"]))).toEqual(new Set([eventId]));
      expect(await readAttempts(webhookId)).toHaveLength(4);
    },
  );

  test("whose endpoint is unavailable stores the reason, and is retried", async () => {
    const { endpoint, webhookId, worldId, only } = await subscribe();
    await endpoint.close();
    startInstance();
    await emitSamples(worldId, now());
    await waitFor(async () => expect(await only()).toMatchObject({ status: "retrying" }));
    expect(await readAttempts(webhookId)).toEqual([
      { number: 1, trigger: "automatic", statusCode: null, error: "connection_refused", responseBody: null },
    ]);
  });
});

describe("several instances", () => {
  // rules/deliveries.md#attempts-8
  test("send each attempt once, with at most 8 requests each to a webhook, however many they are", async () => {
    const webhooks = await Promise.all(Array.from({ length: 3 }, () => subscribe({ prompt: 0, delayMs: 3 })));
    for (const { worldId } of webhooks) await tellMany(worldId, 150);
    for (let count = 0; count < 3; count += 1) startInstance();
    for (const { endpoint, webhookId } of webhooks) {
      await waitFor(async () => expect((await readDeliveries(webhookId)).every(({ status }) => status === "succeeded")).toBe(true));
      expect(endpoint.maxWaiting()).toBeLessThanOrEqual(3 * 8);
      expect(endpoint.received().toSorted()).toEqual((await readDeliveries(webhookId)).map(({ id }) => `${id} 1`).toSorted());
    }
  });

  test("are not slowed down by an endpoint that does not answer", async () => {
    const [stuck, dead] = [await subscribe(), await subscribe()];
    stuck.endpoint.answer = null;
    await dead.endpoint.close();
    await tellMany(stuck.worldId, 40);
    await tellMany(dead.worldId, 40);
    startInstance();
    await waitFor(() => expect(stuck.endpoint.waiting()).toBe(8));
    const others = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
    for (const { worldId } of others) await tellMany(worldId, 20);
    await waitFor(() => expect(others.map(({ endpoint }) => endpoint.requests.length)).toEqual(others.map(() => 20)));
    expect(stuck.endpoint.waiting()).toBe(8);
    expect(stuck.endpoint.requests).toHaveLength(8);
    stuck.endpoint.answer = 200;
    stuck.endpoint.answerAll(200);
    await waitFor(() => expect(stuck.endpoint.requests).toHaveLength(40));
  });

  test("leave the excess deliveries of a slow endpoint in the queue", async () => {
    const { endpoint, webhookId, worldId } = await subscribe({ prompt: 100, delayMs: 300 });
    await tellMany(worldId, 600);
    startInstance();
    const countHeld = async () => (await readDeliveries(webhookId)).filter(isHeld).length;
    await waitFor(async () => expect(await countHeld()).toBeGreaterThan(100));
    await waitFor(async () => expect(await countHeld()).toBeLessThanOrEqual(16));
    expect(endpoint.requests.length).toBeLessThan(300);
    endpoint.prompt = 600;
    await waitFor(async () => expect((await readDeliveries(webhookId)).every(({ status }) => status === "succeeded")).toBe(true));
    expect(endpoint.requests).toHaveLength(600);
  });

  test("record the other attempts of a batch if one cannot be recorded", async () => {
    const { endpoint, webhookId, worldId } = await subscribe();
    await tellMany(worldId, 8);
    const [first] = await readDeliveries(webhookId);
    await sql`insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms) values (${first?.id ?? ""}, 1, 'automatic', now(), 1)`;
    endpoint.answer = null;
    startInstance();
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    endpoint.answerAll(200);
    await waitFor(async () => expect((await readDeliveries(webhookId)).filter(({ status }) => status === "succeeded")).toHaveLength(7));
  });
});

describe("while attempts cannot be recorded", () => {
  test("no more are made, and once they can be, the rest follows and nothing is sent twice", async () => {
    const { endpoint, webhookId, worldId } = await subscribe({ answer: null });
    const failed = vi.spyOn(log, "error").mockReturnValue();
    closing.push(async () => failed.mockRestore());
    await tellMany(worldId, 40);
    startInstance();
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    await sql`alter table delivery_attempts rename to delivery_attempts_away`;
    endpoint.answerAll(200);
    await waitFor(() => expect(failed).toHaveBeenCalled());
    // Attempts in flight end; a new one would wait for its answer.
    endpoint.answerAll(200);
    const { length: before } = failed.mock.calls;
    await waitFor(() => expect(failed.mock.calls.length).toBeGreaterThan(before + 1));
    expect(endpoint.waiting()).toBe(0);
    expect(endpoint.requests.length).toBeLessThanOrEqual(16);

    endpoint.answer = 200;
    await sql`alter table delivery_attempts_away rename to delivery_attempts`;
    await waitFor(async () => expect((await readDeliveries(webhookId)).every(({ queued }) => queued === null)).toBe(true));
    expect(new Set(endpoint.received()).size).toBe(40);
    expect(endpoint.requests).toHaveLength(40);
  });
});

describe("an instance that stops", () => {
  test("finishes and records what is in flight, and releases the rest at once", async () => {
    const { endpoint, webhookId, worldId } = await subscribe({ prompt: 100 });
    await tellMany(worldId, 400);
    const instance = startInstance();
    await waitFor(() => expect(endpoint.waiting()).toBe(8));
    const before = endpoint.requests.length;
    const stopped = instance.stop();
    await waitFor(async () => expect((await readDeliveries(webhookId)).filter(isHeld)).toHaveLength(8));
    endpoint.answerAll(200);
    await stopped;
    expect(endpoint.requests).toHaveLength(before);
    const stored = await readDeliveries(webhookId);
    expect(stored.filter(({ status }) => status === "succeeded")).toHaveLength(before);
    expect(stored.filter(isHeld)).toEqual([]);
    endpoint.prompt = 400;
    startInstance();
    await waitFor(() => expect(endpoint.requests).toHaveLength(400));
    expect(new Set(endpoint.received()).size).toBe(400);
  });

  test("acquires nothing that becomes due later", async () => {
    const { endpoint, worldId } = await subscribe();
    const instance = startInstance();
    await instance.stop();
    await emitSamples(worldId, now());
    startInstance();
    await waitFor(() => expect(endpoint.requests).toHaveLength(1));
  });
});
