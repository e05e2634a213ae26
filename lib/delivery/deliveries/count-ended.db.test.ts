import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import {
  acquire,
  addWebhook,
  attemptOf,
  emitSamples,
  sampleEvent,
  makeWorld,
  personIn,
  readDeliveries,
  slotsOf,
} from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { emitTest } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { remove } from "#lib/delivery/webhook-settings/manage.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const hour = 3_600_000;
const now = new Date(Math.floor(Date.now() / hour) * hour);
const later = (ms: number) => new Date(now.getTime() + ms);
const over = (status: "succeeded" | "failed"): Outcome => ({ status, nextAttemptAt: null });
const retrying: Outcome = { status: "retrying", nextAttemptAt: later(60_000), cycleAttempt: 2 };

beforeEach(() => sql`truncate delivery_queue, delivery_hours`);

const acquireAll = (instance = "run_1") => acquire(instance, now, slotsOf(1000, 1000));

/** Attempts everything that is due, with these outcomes in turn. */
async function attemptAll(at: Date, ...outcomes: [Outcome, ...Outcome[]]): Promise<void> {
  const leased = await acquireAll();
  const attempts = leased.map((delivery, index) => attemptOf(delivery, outcomes[index % outcomes.length] ?? outcomes[0]));
  await recordAttempts("run_1", attempts, at);
}

interface Hour {
  worldId: number;
  hour: Date;
  outcome: string;
  deliveries: number;
}

async function readHours(): Promise<Hour[]> {
  const rows = await sql<Hour[]>`
    select world_id, hour, outcome, deliveries::int from delivery_hours order by 1, 2, 3`;
  return [...rows];
}

/** The same counts from the deliveries, none of which ended twice. */
async function countDeliveries(): Promise<Hour[]> {
  const rows = await sql<Hour[]>`
    select world_id, date_trunc('hour', updated_at, 'UTC') as hour, status as outcome, count(*)::int as deliveries from deliveries
    where status in ('succeeded', 'failed', 'cancelled') and not test and world_id in (select world_id from delivery_hours)
    group by 1, 2, 3 order by 1, 2, 3`;
  return [...rows];
}

describe("ended deliveries", () => {
  test("are counted by world, hour and outcome, and retries are not counted", async () => {
    const [one, other] = [await makeWorld(), await makeWorld()];
    for (const worldId of [one, other]) await addWebhook(worldId);
    await emitSamples(one, now, 5);
    await attemptAll(later(hour - 1), over("succeeded"), over("failed"), retrying, over("succeeded"), retrying);
    await emitSamples(one, now, 2);
    await emitSamples(other, now);
    await attemptAll(later(hour), over("succeeded"));
    expect(await readHours()).toEqual([
      { worldId: one, hour: now, outcome: "failed", deliveries: 1 },
      { worldId: one, hour: now, outcome: "succeeded", deliveries: 2 },
      { worldId: one, hour: later(hour), outcome: "succeeded", deliveries: 2 },
      { worldId: other, hour: later(hour), outcome: "succeeded", deliveries: 1 },
    ]);
  });

  test("include those that were cancelled by hand or with their webhook", async () => {
    const worldId = await makeWorld();
    const webhookId = await addWebhook(worldId);
    await emitSamples(worldId, now, 4);
    const [first] = await readDeliveries(webhookId);
    await cancel(personIn(worldId, now), first?.id ?? "");
    await remove(personIn(worldId, later(hour)), webhookId);
    expect(await readHours()).toEqual([
      { worldId, hour: now, outcome: "cancelled", deliveries: 1 },
      { worldId, hour: later(hour), outcome: "cancelled", deliveries: 3 },
    ]);
  });

  test("are counted again when they are replayed", async () => {
    const worldId = await makeWorld();
    const webhookId = await addWebhook(worldId);
    await emitSamples(worldId, now);
    await attemptAll(now, over("failed"));
    const [delivery] = await readDeliveries(webhookId);
    await replay(personIn(worldId, now), delivery?.id ?? "", delivery?.attempts ?? 0);
    await attemptAll(now, over("succeeded"));
    expect((await readHours()).map(({ outcome, deliveries }) => [outcome, deliveries])).toEqual([
      ["failed", 1],
      ["succeeded", 1],
    ]);
  });

  test("are not counted if they were test events", async () => {
    const worldId = await makeWorld();
    const webhookId = await addWebhook(worldId);
    const tryOut = () => transact((tx) => emitTest(tx, sampleEvent(worldId), webhookId, realMoment(now)));
    const cancelled = await tryOut();
    await cancel(personIn(worldId, now), cancelled ?? "");
    await tryOut();
    await attemptAll(now, over("succeeded"));
    await tryOut();
    await remove(personIn(worldId, now), webhookId);
    expect((await readDeliveries(webhookId)).map(({ status }) => status).toSorted()).toEqual(["cancelled", "cancelled", "succeeded"]);
    expect(await readHours()).toEqual([]);
  });
});

test("every end is counted once, however many are written at once, in any order and however often", async () => {
  const worlds = await Promise.all(Array.from({ length: 6 }, makeWorld));
  for (const worldId of worlds) {
    await addWebhook(worldId);
    await emitSamples(worldId, now, 40);
  }
  const doomed = await Promise.all(worlds.map((worldId) => addWebhook(worldId)));
  for (const worldId of worlds) await emitSamples(worldId, now, 10);
  await sql`update webhooks set enabled = false where id = any(${doomed}::text[])`;
  const leased = await acquireAll();
  const [cancellable, attempted] = [leased.slice(0, 20), leased.slice(20)];
  await sql`update delivery_queue set leased_by = null, leased_until = null where delivery_id = any(${cancellable.map(({ deliveryId }) => deliveryId)}::text[])`;

  // Each batch has deliveries of all worlds, alternately forward and backward.
  const batches = Array.from({ length: 12 }, (_none, batch) => {
    const own = attempted.filter((_delivery, index) => index % 12 === batch);
    const attempts = own.map((delivery, index) =>
      attemptOf(delivery, [over("succeeded"), over("failed"), retrying][index % 3] ?? retrying),
    );
    return batch % 2 === 0 ? attempts : attempts.toReversed();
  });
  const worldOf = async (deliveryId: string) => {
    const [row] = await sql<{ worldId: number }[]>`select world_id from deliveries where id = ${deliveryId}`;
    return row?.worldId ?? Number.NaN;
  };
  await Promise.all([
    ...[...batches, ...batches].map((batch, index) => recordAttempts("run_1", batch, later(index % 2 === 0 ? 0 : hour))),
    ...cancellable.map(async ({ deliveryId }) => cancel(personIn(await worldOf(deliveryId), now), deliveryId)),
    ...doomed.map((webhookId, index) => remove(personIn(worlds[index] ?? 0, now), webhookId)),
  ]);
  const counted = await readHours();
  expect(counted).toEqual(await countDeliveries());
  const ended = counted.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const retried = batches.flat().filter(({ outcome }) => outcome.status === "retrying").length;
  expect(ended).toBe(leased.length + 60 - retried);
});
