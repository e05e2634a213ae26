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
const operator = { actor: { type: "staff", name: "tests" }, address: null } as const;
const now = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * minute);
/** A clock that stands some minutes after `now`. */
const at = (minutes: number) => () => after(minutes);
const atOnce = at(0);

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
    await Promise.all(Array.from({ length: 8 }, () => handOver(send, atOnce)));
    await handOver(send, atOnce);
    expect(idsOf(told)).toEqual(ids.toSorted());
  });

  test("goes in batches of 500, also where all but one webhook are disabled, and none is left", async () => {
    const disabled = await makeWebhook(200);
    await queueDeliveries(disabled, now);
    await setEnabled(disabled, false);
    const ids = await queueDeliveries(webhook, now, 1_300);
    await handOver(send, atOnce);
    expect(told).toHaveLength(ids.length);
    expect(batches).toEqual([500, 500, 300]);
    await disabled.close();
  });

  test("that Inngest does not take is done again, under another mark", async () => {
    const [id] = await queueDeliveries(webhook, now);
    await expect(handOver(refuse, atOnce)).rejects.toThrow("Inngest is away");
    expect(await readDelivery(id)).toMatchObject({ queued: { handedOverAt: null } });
    await handOver(send, at(1));
    expect(told).toEqual([{ deliveryId: id, webhookId: webhook.id, trigger: "automatic", handingOverAt: after(1) }]);
  });

  test("of which somebody died between the mark and the word is done by another a minute later, under the same mark", async () => {
    const [id] = await queueDeliveries(webhook, now);
    const begun = new Promise<void>((begin) => {
      const dieAtIt = () => new Promise<void>(() => begin());
      void handOver(dieAtIt, atOnce);
    });
    await begun;
    await handOver(send, at(0.9));
    expect(told).toEqual([]);
    await handOver(send, at(1));
    await handOver(send, at(5));
    expect(told).toEqual([{ deliveryId: id, webhookId: webhook.id, trigger: "automatic", handingOverAt: now }]);
    expect(await readDelivery(id)).toMatchObject({ queued: { handedOverAt: now } });
  });

  test("of one webhook waits for no other's backlog, and an event for no replays", async () => {
    const backlog = await queueDeliveries(webhook, now, 1_200);
    await sql`update delivery_queue set trigger = 'replay' where delivery_id = any(${backlog}::text[])`;
    const [event] = await queueDeliveries(webhook, after(5));
    const others = [await makeWebhook(200), await makeWebhook(200)];
    const theirs = [];
    for (const other of others) theirs.push(...(await queueDeliveries(other, after(6), 3)));
    const sent: string[][] = [];
    await handOver(async (batch) => void sent.push(idsOf(batch)), at(6));
    expect(sent[0]).toEqual(expect.arrayContaining([event, ...theirs]));
    expect(sent.flat().toSorted()).toEqual([...backlog, event, ...theirs].toSorted());
    for (const other of others) await other.close();
  });

  test("ends with the batch under way when it is told to stop", async () => {
    await queueDeliveries(webhook, now, 600);
    const stopping = new AbortController();
    const handed = await handOver(async () => stopping.abort(), atOnce, stopping.signal);
    expect(handed).toBe(500);
    await handOver(send, atOnce);
    expect(told).toHaveLength(100);
  });

  test("waits for a disabled webhook", async () => {
    await queueDeliveries(webhook, now);
    await setEnabled(webhook, false);
    await handOver(send, atOnce);
    expect(told).toEqual([]);
    await setEnabled(webhook, true);
    await handOver(send, atOnce);
    expect(told).toHaveLength(1);
  });

  test("includes what the embedded runner left to be retried, and a replay", async () => {
    const [retried, replayed] = (await queueDeliveries(webhook, now, 2)) as [string, string];
    await sql`update delivery_queue set due_at = ${after(5).toISOString()} where delivery_id = ${retried}`;
    await handOver(send, atOnce);
    expect(await takeTurn(replayed, webhook.sender, () => now)).toBeNull();
    await replay({ ...operator, world: webhook.world, now: after(1) }, replayed, 1);
    await handOver(send, at(1));
    expect(idsOf(told)).toEqual([retried, replayed, replayed].toSorted());
  });

  test("of what is replayed and marked anew meanwhile is for the other to note, who fails", async () => {
    const [replayed] = await queueDeliveries(webhook, now);
    const failing = Promise.withResolvers<never>();
    let other: Promise<number> | undefined;
    const letOtherBegin = async () => {
      expect(await takeTurn(replayed, webhook.sender, atOnce)).toBeNull();
      await replay(webhook.at(after(1)), replayed, 1);
      await new Promise<void>((begun) => {
        const sendLate = () => {
          begun();
          return failing.promise;
        };
        other = handOver(sendLate, at(1));
      });
    };
    await handOver(letOtherBegin, atOnce);
    failing.reject(new Error("Inngest is away"));
    await expect(other).rejects.toThrow("Inngest is away");
    await handOver(send, at(2));
    expect(idsOf(told)).toEqual([replayed]);
  });

  test("of what is replayed meanwhile is done again, under another mark", async () => {
    const [replayed] = await queueDeliveries(webhook, now);
    let minutes = 0;
    const replayOnce = async (batch: readonly HandedOver[]) => {
      told.push(...batch);
      if (told.length > 1) return;
      expect(await takeTurn(replayed, webhook.sender, atOnce)).toBeNull();
      await replay(webhook.at(after(1)), replayed, 1);
    };
    await handOver(replayOnce, () => after(minutes++));
    expect(told.map(({ deliveryId, trigger, handingOverAt }) => ({ deliveryId, trigger, handingOverAt }))).toEqual([
      { deliveryId: replayed, trigger: "automatic", handingOverAt: now },
      { deliveryId: replayed, trigger: "replay", handingOverAt: after(1) },
    ]);
  });
});

describe("handing over again", () => {
  test("is of what has been overdue for an hour, under a new mark, as its run is lost", async () => {
    const [lost] = await queueDeliveries(webhook, now);
    await handOver(send, atOnce);
    await handOverAgain(send, at(59));
    expect(told).toHaveLength(1);
    await handOverAgain(send, at(60));
    await handOverAgain(send, at(70));
    expect(told.slice(1)).toEqual([{ deliveryId: lost, webhookId: webhook.id, trigger: "automatic", handingOverAt: after(60) }]);
  });

  test("leaves out what waits for its retry, what is being sent or behind it, and disabled webhooks", async () => {
    const [retried] = await queueDeliveries(webhook, now);
    const [busy, disabled] = [await makeWebhook(200), await makeWebhook(200)];
    const [claimed] = await queueDeliveries(busy, now, 2);
    await queueDeliveries(disabled, now);
    await handOver(send, atOnce);
    await sql`update delivery_queue set due_at = ${after(90).toISOString()} where delivery_id = ${retried}`;
    await claimOne("another", claimed, after(80));
    await setEnabled(disabled, false);
    const again: HandedOver[] = [];
    await handOverAgain(async (batch) => void again.push(...batch), at(80));
    expect(again).toEqual([]);
    await Promise.all([busy.close(), disabled.close()]);
  });

  test("is of all that is overdue", async () => {
    const ids = await queueDeliveries(webhook, now, 1_100);
    await handOver(send, atOnce);
    told.splice(0);
    await handOverAgain(send, at(60));
    expect(idsOf(told)).toEqual(ids.toSorted());
  });
});
