import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { claimOne } from "#lib/deliveries/claim.ts";
import { handOver, handOverAgain } from "#lib/deliveries/hand-over.ts";
import type { HandedOver } from "#lib/deliveries/hand-over.ts";
import { replay } from "#lib/deliveries/replay.ts";
import { takeTurn } from "#lib/deliveries/take-turn.ts";
import { makeWebhook, queueDeliveries, readDelivery, setEnabled } from "#lib/jobs/sample-webhook.ts";
import type { SampleWebhook } from "#lib/jobs/sample-webhook.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());
vi.setConfig({ testTimeout: 60_000 });

const minute = 60_000;
const operator = { actor: { type: "system", job: "tests" }, address: null } as const;
const now = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * minute);

let webhook: SampleWebhook;
let told: HandedOver[];
let batches: number[];

/** Stands for Inngest: it takes what it is sent, and this test's deliveries are counted. */
const send = async (deliveries: readonly HandedOver[]) => {
  const ours = deliveries.filter(({ webhookId }) => webhookId === webhook.id);
  told.push(...ours);
  batches.push(deliveries.length);
};
const refuse = () => Promise.reject(new Error("Inngest is away"));
const idsOf = (deliveries: readonly HandedOver[]) => deliveries.map(({ deliveryId }) => deliveryId).toSorted();

beforeEach(async () => {
  [webhook, told, batches] = [await makeWebhook(200), [], []];
});
afterEach(() => webhook.close());

describe("handing over", () => {
  test("tells of each queued delivery once, whatever the number of instances", async () => {
    const ids = await queueDeliveries(webhook, now, 2_000);
    await Promise.all(Array.from({ length: 8 }, () => handOver(send, now)));
    await handOver(send, now);
    expect(idsOf(told)).toEqual(ids.toSorted());
  });

  test("goes in batches, of which none is left", async () => {
    const ids = await queueDeliveries(webhook, now, 1_300);
    await handOver(send, now);
    expect(told).toHaveLength(ids.length);
    expect(Math.max(...batches)).toBe(500);
  });

  test("that Inngest does not take is done again, under another mark", async () => {
    const [id] = await queueDeliveries(webhook, now);
    await expect(handOver(refuse, now)).rejects.toThrow("Inngest is away");
    expect(await readDelivery(id)).toMatchObject({ queued: { handedOverAt: null } });
    await handOver(send, after(1));
    expect(told).toEqual([{ deliveryId: id, webhookId: webhook.id, trigger: "automatic", handedOverAt: after(1) }]);
  });

  test("waits for a disabled webhook", async () => {
    await queueDeliveries(webhook, now);
    await setEnabled(webhook, false);
    await handOver(send, now);
    expect(told).toEqual([]);
    await setEnabled(webhook, true);
    await handOver(send, now);
    expect(told).toHaveLength(1);
  });

  test("includes what the embedded runner left to be retried, and a replay", async () => {
    const [retried, replayed] = (await queueDeliveries(webhook, now, 2)) as [string, string];
    await sql`update delivery_queue set due_at = ${after(5).toISOString()} where delivery_id = ${retried}`;
    await handOver(send, now);
    expect(await takeTurn(replayed, webhook.sender, () => now)).toBeNull();
    await replay({ ...operator, world: webhook.world, now: after(1) }, replayed, 1);
    await handOver(send, after(1));
    expect(idsOf(told)).toEqual([retried, replayed, replayed].toSorted());
  });
});

describe("telling again", () => {
  test("is of what is overdue, under the same mark, so that a run that exists is not started twice", async () => {
    const [lost] = await queueDeliveries(webhook, now);
    await handOver(send, now);
    await handOverAgain(send, after(9));
    expect(told).toHaveLength(1);
    await handOverAgain(send, after(10));
    expect(told[1]).toEqual({ deliveryId: lost, webhookId: webhook.id, trigger: "automatic", handedOverAt: now });
  });

  test("leaves out what waits for its retry, what is being sent, and disabled webhooks", async () => {
    const [retried, claimed] = (await queueDeliveries(webhook, now, 2)) as [string, string];
    const disabled = await makeWebhook(200);
    await queueDeliveries(disabled, now);
    await handOver(send, now);
    told.splice(0);
    await sql`update delivery_queue set due_at = ${after(30).toISOString()} where delivery_id = ${retried}`;
    await claimOne("another", claimed, after(20));
    await setEnabled(disabled, false);
    await handOverAgain(send, after(20));
    expect(told).toEqual([]);
    await disabled.close();
  });

  test("of what Inngest has forgotten is a new word", async () => {
    await queueDeliveries(webhook, now);
    await handOver(send, now);
    const nextDay = after(24 * 60);
    await handOverAgain(send, nextDay);
    expect(told.map(({ handedOverAt }) => handedOverAt)).toEqual([now, nextDay]);
  });

  test("goes in batches too", async () => {
    const ids = await queueDeliveries(webhook, now, 1_100);
    await handOver(send, now);
    told.splice(0);
    await handOverAgain(send, after(10));
    expect(idsOf(told)).toEqual(ids.toSorted());
  });
});
