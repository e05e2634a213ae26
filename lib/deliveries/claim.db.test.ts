import { beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { claimDue, claimOne, isSendable, releaseClaims } from "#lib/deliveries/claim.ts";
import type { ClaimedDelivery } from "#lib/deliveries/claim.ts";
import { addWebhook, endLeases, happen, happening, makeWorld, readDeliveries, roomOf } from "#lib/deliveries/sample-queue.ts";
import { emit } from "#lib/events/emit.ts";
import { transact } from "#lib/events/transact.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const now = new Date();
const minute = 60_000;
const plenty = roomOf(100, 10_000);

const later = (ms: number) => new Date(now.getTime() + ms);
const claim = (runner = "run_1", at = now, room = plenty) => claimDue(runner, at, room);
const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ deliveryId }) => deliveryId);
const webhooksOf = (claimed: readonly ClaimedDelivery[]) => [...new Set(claimed.map(({ webhookId }) => webhookId))];

/** A webhook of its own world, with deliveries that are due at these moments. */
async function makeQueue(...dueAt: Date[]): Promise<{ webhookId: string; worldId: number }> {
  const worldId = await makeWorld();
  const webhookId = await addWebhook(worldId);
  for (const at of dueAt) await happen(worldId, at);
  return { webhookId, worldId };
}

// A claim takes what it finds of all worlds.
beforeEach(() => sql`truncate delivery_queue`);

describe("a claim", () => {
  test("takes what is due and nothing that is due later, the earliest first", async () => {
    const { webhookId } = await makeQueue(later(-minute), later(-2 * minute), later(1), now);
    const [first, second, , fourth] = await readDeliveries(webhookId);
    expect(idsOf(await claim())).toEqual([second?.id, first?.id, fourth?.id]);
  });

  test("holds all that an attempt needs", async () => {
    const worldId = await makeWorld();
    const url = "https://hooks.example.com/in?token=secret";
    const webhookId = await addWebhook(worldId, { url });
    await transact((tx) => emit(tx, [happening(worldId, { city: "Nîmes 🚲" })], now));
    const [delivery] = await readDeliveries(webhookId);
    expect(await claim()).toEqual([
      {
        deliveryId: delivery?.id,
        eventId: delivery?.eventId,
        webhookId,
        url,
        payload: '{"event_type":"v2.contract.created","data":{"city":"Nîmes 🚲"}}',
        trigger: "automatic",
        cycleAttempt: 1,
        attempt: 1,
        dueAt: now,
        claimedUntil: expect.any(String),
        sendableUntil: later(18_000),
      },
    ]);
  });

  test("goes through the webhooks from the one that has waited longest, as far as there is room in all", async () => {
    const [second, first, third] = [
      await makeQueue(later(-2), later(-2)),
      await makeQueue(later(-3), later(-3)),
      await makeQueue(later(-1)),
    ];
    expect(webhooksOf(await claim("run_1", now, { ...plenty, inAll: 2 }))).toEqual([first.webhookId]);
    expect(webhooksOf(await claim("run_1", now, { ...plenty, inAll: 2 }))).toEqual([second.webhookId]);
    expect(webhooksOf(await claim("run_1", now, { ...plenty, inAll: 2 }))).toEqual([third.webhookId]);
  });

  test("goes from what has become due since the replays to these and what is older, as far as there is room", async () => {
    const { webhookId } = await makeQueue(later(-4), later(-2), later(-2), later(-2), later(-1), now);
    const [old, , , , first, second] = await readDeliveries(webhookId);
    await sql`update delivery_queue set trigger = 'replay' where webhook_id = ${webhookId} and due_at = ${later(-2).toISOString()}`;
    const replaysUntil = new Map([[webhookId, later(-2)]]);
    const claimed = await claim("run_1", now, { ...plenty, ofOthers: 4, replaysUntil });
    expect(idsOf(claimed).slice(0, 3)).toEqual([old?.id, first?.id, second?.id]);
    expect(claimed.map(({ trigger }) => trigger)).toEqual(["automatic", "automatic", "automatic", "replay"]);
    expect(await claim("run_1", now, { ...plenty, replaysUntil })).toHaveLength(2);
  });

  test("leaves what there is no room for", async () => {
    const [known, full, other] = [await makeQueue(now, now, now), await makeQueue(now), await makeQueue(now, now, now)];
    const ofKnown = new Map([
      [known.webhookId, 2],
      [full.webhookId, 0],
    ]);
    const claimed = await claim("run_1", now, { ...plenty, ofKnown, ofOthers: 1 });
    expect(Object.groupBy(claimed, ({ webhookId }) => webhookId)).toEqual({
      [known.webhookId]: [expect.anything(), expect.anything()],
      [other.webhookId]: [expect.anything()],
    });
    expect(await claim("run_1", now, { ...plenty, inAll: 0 })).toEqual([]);
  });

  test("passes by webhooks that are disabled, until they are enabled, and those that are deleted", async () => {
    const [disabled, deleted] = [await makeQueue(now), await makeQueue(now)];
    await sql`update webhooks set enabled = false where id = ${disabled.webhookId}`;
    await sql`update webhooks set deleted_at = now() where id = ${deleted.webhookId}`;
    expect(await claim()).toEqual([]);
    await sql`update webhooks set enabled = true`;
    expect(webhooksOf(await claim())).toEqual([disabled.webhookId]);
  });

  test("neither waits for a person who is changing the webhook nor makes one wait", async () => {
    const { webhookId } = await makeQueue(now);
    await sql.begin(async (tx) => {
      await tx`update webhooks set name = 'new' where id = ${webhookId}`;
      expect(webhooksOf(await claim())).toEqual([webhookId]);
    });
  });
});

describe("of two runners", () => {
  test("one works a webhook at a time, until nothing of it is claimed", async () => {
    const { webhookId, worldId } = await makeQueue(now, now);
    const [held] = await claim("run_1", now, { ...plenty, ofOthers: 1 });
    expect(await claim("run_2")).toEqual([]);
    const other = await addWebhook(worldId);
    await happen(worldId, now);
    expect(webhooksOf(await claim("run_2"))).toEqual([other]);
    await releaseClaims("run_1", [held?.deliveryId ?? ""]);
    expect(webhooksOf(await claim("run_2"))).toEqual([webhookId]);
  });

  test("no two ever hold the same webhook, however closely they claim, and nothing is held up", async () => {
    const worldId = await makeWorld();
    const webhooks = await Promise.all(Array.from({ length: 20 }, () => addWebhook(worldId)));
    const events = Array.from({ length: 40 }, (_none, index) => happening(worldId, { index }));
    await transact((tx) => emit(tx, events, now));
    const runners = Array.from({ length: 5 }, (_none, index) => `run_${index}`);
    let claimed = 0;
    for (let round = 0; round < 40; round += 1) {
      const claims = await Promise.all(runners.map((runner) => claim(runner, now, { ...plenty, ofOthers: 8 })));
      const holders = claims.flatMap(webhooksOf);
      expect(holders.toSorted()).toEqual(webhooks.toSorted());
      claimed += claims.flat().length;
      await Promise.all(claims.map((of, index) => releaseClaims(runners[index] ?? "", idsOf(of))));
    }
    expect(claimed).toBe(40 * 20 * 8);
  });

  test("the second takes over when the first one's lease has run out, even if its clock is an hour ahead no sooner", async () => {
    await makeQueue(now);
    const [first] = await claim("run_1");
    expect(await claim("run_2", later(60 * minute))).toEqual([]);
    await endLeases("run_1");
    const [second] = await claim("run_2");
    expect(second?.deliveryId).toBe(first?.deliveryId);
    expect(second?.attempt).toBe(1);
  });
});

describe("a claim of one delivery", () => {
  async function makeDelivery(dueAt = now) {
    const queue = await makeQueue(dueAt);
    const [delivery] = await readDeliveries(queue.webhookId);
    return { ...queue, id: delivery?.id ?? "" };
  }

  test("is made once, of those who try at once", async () => {
    const { id } = await makeDelivery();
    const claims = await Promise.all(Array.from({ length: 8 }, (_none, index) => claimOne(`single_${index}`, id, now)));
    expect(claims.filter((claimed) => claimed !== undefined)).toEqual([expect.objectContaining({ deliveryId: id, attempt: 1 })]);
  });

  test("is refused before it is due, while its webhook is disabled, and once it is over", async () => {
    const { id, webhookId } = await makeDelivery(later(1));
    expect(await claimOne("single_1", id, now)).toBeUndefined();
    await sql`update webhooks set enabled = false where id = ${webhookId}`;
    expect(await claimOne("single_1", id, later(1))).toBeUndefined();
    await sql`update webhooks set enabled = true where id = ${webhookId}`;
    await sql`delete from delivery_queue`;
    expect(await claimOne("single_1", id, later(1))).toBeUndefined();
  });

  test("is refused while a runner works its webhook, and keeps runners from it, not others of its kind", async () => {
    const { id, webhookId, worldId } = await makeDelivery();
    await happen(worldId, now);
    const [held] = await claim("run_1", now, { ...plenty, ofOthers: 1 });
    expect(await claimOne("single_1", id, now)).toBeUndefined();
    await releaseClaims("run_1", [held?.deliveryId ?? ""]);
    const all = await readDeliveries(webhookId);
    expect(await Promise.all(all.map((delivery) => claimOne(`single_${delivery.id}`, delivery.id, now)))).not.toContain(undefined);
    expect(await claim("run_1")).toEqual([]);
  });
});

describe("of claims one by one", () => {
  test("a webhook has 8 at most, and another as soon as one is given back or settled", async () => {
    const { webhookId } = await makeQueue(...Array.from({ length: 12 }, () => now));
    const deliveries = await readDeliveries(webhookId);
    const tryAll = () => Promise.all(deliveries.map(({ id }) => claimOne(`single_${id}`, id, now)));
    const claimed = (await tryAll()).filter((each) => each !== undefined);
    expect(claimed).toHaveLength(8);
    expect((await tryAll()).filter((each) => each !== undefined)).toEqual([]);
    const [first] = claimed;
    await releaseClaims(`single_${first?.deliveryId}`, [first?.deliveryId ?? ""]);
    expect((await tryAll()).filter((each) => each !== undefined)).toHaveLength(1);
  });

  test("those whose lease is over take no room", async () => {
    const { webhookId } = await makeQueue(...Array.from({ length: 9 }, () => now));
    const deliveries = await readDeliveries(webhookId);
    const [last, ...others] = deliveries.toReversed();
    for (const { id } of others) expect(await claimOne(`single_${id}`, id, now)).toBeDefined();
    expect(await claimOne("single_last", last?.id ?? "", now)).toBeUndefined();
    await endLeases(`single_${others[0]?.id}`);
    expect(await claimOne("single_last", last?.id ?? "", now)).toBeDefined();
  });
});

describe("claims that are given back", () => {
  test("are due as they were, and whoever is there takes them in their order", async () => {
    await makeQueue(later(-3), later(-2), later(-1));
    const claimed = idsOf(await claim("run_1"));
    await releaseClaims("run_1", claimed.toReversed());
    expect(idsOf(await claim("run_2"))).toEqual(claimed);
  });

  test("are nobody else's, and not those that ran out", async () => {
    const { webhookId } = await makeQueue(now);
    const claimed = idsOf(await claim("run_1"));
    await releaseClaims("run_2", claimed);
    expect(await claim("run_2")).toEqual([]);
    await endLeases("run_1");
    await releaseClaims("run_1", claimed);
    expect((await readDeliveries(webhookId))[0]?.queued?.claimedBy).toBe("run_1");
  });
});

test("an attempt is not begun so late that its lease could end meanwhile", async () => {
  await makeQueue(now);
  const [claimed] = await claim();
  expect(isSendable(claimed!, later(17_999))).toBe(true);
  expect(isSendable(claimed!, later(18_000))).toBe(false);
});
