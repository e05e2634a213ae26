import { InngestTestEngine } from "@inngest/test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deliveryQueued, runCancelled } from "#inngest/events.ts";
import { makeDeliver } from "#inngest/functions/deliver.ts";
import { makeGiveBackCancelled } from "#inngest/functions/give-back-cancelled.ts";
import { cancel } from "#lib/deliveries/cancel.ts";
import { claimOne } from "#lib/deliveries/claim.ts";
import { handOver } from "#lib/deliveries/hand-over.ts";
import { replay } from "#lib/deliveries/replay.ts";
import { endLeases } from "#lib/deliveries/sample-queue.ts";
import { makeWebhook, queueDeliveries, readDelivery, setEnabled } from "#lib/jobs/sample-webhook.ts";
import type { SampleWebhook } from "#lib/jobs/sample-webhook.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());
vi.setConfig({ testTimeout: 60_000 });

const minute = 60_000;
const operator = { actor: { type: "staff", name: "tests" }, address: null } as const;
const lease = 30_000;
let now: Date;
let webhook: SampleWebhook;

beforeEach(() => (now = new Date("2027-03-01T09:00:00.000Z")));
afterEach(() => webhook.close());

/** Runs the function for a delivery; what happens during its first sleep is up to `duringSleep`. Answers for how long it slept each time. */
async function run(deliveryId: string, duringSleep: () => Promise<unknown> = () => Promise.resolve()): Promise<number[]> {
  const slept: number[] = [];
  const sleeps = Array.from({ length: 9 }, (_none, index) => ({
    id: `until turn ${index + 2}`,
    handler: async () => {
      if (index === 0) await duringSleep();
      now = new Date(now.getTime() + (slept[index] ?? 0));
      return null;
    },
  }));
  const engine = new InngestTestEngine({
    function: makeDeliver(webhook.sender, () => now),
    events: [deliveryQueued.create({ deliveryId, webhookId: webhook.id, trigger: "automatic" })],
    steps: sleeps,
    // Notes for how long the function asks to sleep; it is run anew after each step, so the first time counts.
    transformCtx: (ctx) => {
      const sleepUntil = (id: string, until: string) => {
        slept[Number(id.slice("until turn ".length)) - 2] ??= new Date(until).getTime() - now.getTime();
        return ctx.step.sleepUntil(id, until);
      };
      return { ...ctx, step: { ...ctx.step, sleepUntil } } as typeof ctx;
    },
  });
  const { error } = await engine.execute();
  expect(error).toBeUndefined();
  return slept;
}

describe("a run", () => {
  test("sends at once, and ends with the first success", async () => {
    webhook = await makeWebhook(204);
    const [id] = await queueDeliveries(webhook, now);
    expect(await run(id)).toEqual([]);
    expect(webhook.received()).toEqual([`${id} 1`]);
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 1, queued: null });
  });

  test("sleeps exactly 1, 5 and 30 minutes after failures, and then gives up", async () => {
    webhook = await makeWebhook(500);
    const [id] = await queueDeliveries(webhook, now);
    expect(await run(id)).toEqual([1 * minute, 5 * minute, 30 * minute]);
    expect(webhook.received()).toEqual([1, 2, 3, 4].map((attempt) => `${id} ${attempt}`));
    expect(await readDelivery(id)).toEqual({ status: "failed", attempts: 4, queued: null });
  });

  test("ends when a retry succeeds", async () => {
    webhook = await makeWebhook(500, 302, 200);
    const [id] = await queueDeliveries(webhook, now);
    expect(await run(id)).toEqual([1 * minute, 5 * minute]);
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 3, queued: null });
  });

  test("sends nothing when two of them are told of the same delivery", async () => {
    webhook = await makeWebhook(200);
    const [id] = await queueDeliveries(webhook, now);
    await Promise.all([run(id), run(id), run(id)]);
    expect(webhook.received()).toEqual([`${id} 1`]);
  });
});

describe("a cancelled delivery", () => {
  test("is not sent again, even when the word of it is lost", async () => {
    webhook = await makeWebhook(500);
    const [id] = await queueDeliveries(webhook, now);
    expect(await run(id, () => cancel({ ...operator, world: webhook.world, now }, id))).toEqual([1 * minute]);
    expect(webhook.received()).toEqual([`${id} 1`]);
    expect(await readDelivery(id)).toEqual({ status: "cancelled", attempts: 1, queued: null });
  });

  test("that is replayed is sent once per attempt, though the earlier run has not ended", async () => {
    webhook = await makeWebhook(500, 500, 200);
    const [id] = await queueDeliveries(webhook, now);
    const cancelAndReplay = async () => {
      await cancel({ ...operator, world: webhook.world, now }, id);
      await replay({ ...operator, world: webhook.world, now }, id, 1);
      // The run of the replay fails too, and sleeps for as long as the earlier one.
      expect(await run(id)).toEqual([1 * minute]);
    };
    expect(await run(id, cancelAndReplay)).toEqual([1 * minute]);
    expect(webhook.received()).toEqual([1, 2, 3].map((attempt) => `${id} ${attempt}`));
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 3, queued: null });
  });
});

test("a delivery that is over is replayed in a new cycle, with the retries of one", async () => {
  webhook = await makeWebhook(500);
  const [id] = await queueDeliveries(webhook, now);
  await run(id);
  await replay({ ...operator, world: webhook.world, now }, id, 4);
  expect(await run(id)).toEqual([1 * minute, 5 * minute, 30 * minute]);
  expect(webhook.received().at(-1)).toBe(`${id} 8`);
});

describe("a delivery that another runner has claimed", () => {
  async function waitForLease(id: string): Promise<void> {
    const slept = await run(id, async () => {
      expect(webhook.received()).toEqual([]);
      await endLeases("another");
    });
    expect(slept).toEqual([expect.closeTo(lease, -4)]);
  }

  test("is left to it, and sent when its lease has ended without a word", async () => {
    webhook = await makeWebhook(200);
    const [id] = await queueDeliveries(webhook, now);
    await claimOne("another", id, now);
    await waitForLease(id);
    expect(webhook.received()).toEqual([`${id} 1`]);
  });

  test("and 7 others too, each for itself, has the next wait for the first of their leases", async () => {
    webhook = await makeWebhook(200);
    const ids = await queueDeliveries(webhook, now, 9);
    for (const id of ids.slice(1)) await claimOne(`single_${id}`, id, now);
    const slept = await run(ids[0], () => endLeases(`single_${ids[1]}`));
    expect(slept).toEqual([expect.closeTo(lease, -4)]);
    expect(webhook.received()).toEqual([`${ids[0]} 1`]);
  });

  test("holds up the others of its webhook until then, so that no more than 8 are in flight", async () => {
    webhook = await makeWebhook(200);
    const [first, second] = (await queueDeliveries(webhook, now, 2)) as [string, string];
    await claimOne("another", first, now);
    await waitForLease(second);
    expect(webhook.received()).toEqual([`${second} 1`]);
  });
});

test("a disabled webhook's delivery waits, and is handed over anew when it is enabled", async () => {
  webhook = await makeWebhook(500, 200);
  const [id] = await queueDeliveries(webhook, now);
  const handed: string[] = [];
  const send = async (deliveries: readonly { deliveryId: string }[]) => {
    handed.push(...deliveries.map(({ deliveryId }) => deliveryId).filter((deliveryId) => deliveryId === id));
  };
  await handOver(send, () => now);
  expect(await run(id, () => setEnabled(webhook, false))).toEqual([1 * minute]);
  expect(await readDelivery(id)).toMatchObject({ status: "retrying", attempts: 1, queued: { handedOverAt: null } });
  await handOver(send, () => now);
  expect(handed).toEqual([id]);

  await setEnabled(webhook, true);
  await handOver(send, () => now);
  expect(handed).toEqual([id, id]);
  expect(await run(id)).toEqual([]);
  expect(webhook.received()).toEqual([`${id} 1`, `${id} 2`]);
});

test("a delivery is handed over anew when its run has failed for good", async () => {
  webhook = await makeWebhook(200);
  const [id] = await queueDeliveries(webhook, now);
  await handOver(
    () => Promise.resolve(),
    () => now,
  );
  expect(await readDelivery(id)).toMatchObject({ queued: { handedOverAt: now } });
  const { opts } = makeDeliver(webhook.sender, () => now);
  const trigger = deliveryQueued.create({ deliveryId: id, webhookId: webhook.id, trigger: "automatic" });
  await (opts.onFailure as (failure: object) => Promise<void>)({ event: { data: { event: trigger } } });
  expect(await readDelivery(id)).toMatchObject({ status: "pending", queued: { handedOverAt: null } });
});

test("a delivery is handed over anew when its run was cancelled by hand", async () => {
  webhook = await makeWebhook(200);
  const [id] = await queueDeliveries(webhook, now);
  await handOver(
    () => Promise.resolve(),
    () => now,
  );
  const cancelled = { ...deliveryQueued.create({ deliveryId: id, webhookId: webhook.id, trigger: "automatic" }) };
  const engine = new InngestTestEngine({ function: makeGiveBackCancelled(), events: [runCancelled.create({ event: cancelled })] });
  const { error } = await engine.execute();
  expect(error).toBeUndefined();
  expect(await readDelivery(id)).toMatchObject({ status: "pending", queued: { handedOverAt: null } });
});
