import { decodeTime } from "ulid";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { makeWorld, sampleEvent } from "#lib/delivery/deliveries/queue.fixture.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { list } from "#lib/developer/events/list.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();

beforeAll(() => ensurePartitions(sql, now));

const emitOne = (worldId: number) => transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));

/** Emits in a transaction that stays open until `commit` is called. */
async function emitOpen(worldId: number): Promise<{ commit: () => Promise<void> }> {
  const [emitted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = transact(async (tx) => {
    await emit(tx, [sampleEvent(worldId)], realMoment(now));
    emitted.resolve();
    await released.promise;
  });
  await Promise.race([emitted.promise, change]);
  return {
    commit() {
      released.resolve();
      return change;
    },
  };
}

const readAfter = async (worldId: number, after?: string): Promise<string[]> => {
  const world = { id: worldId, partnerId: "ptn_of_the_test", environment: "development" } as const;
  const { events } = await list({ world }, { after, limit: 100, wait: 0 });
  return events.map(({ id }) => id).toReversed();
};

const readStored = async (worldId: number) =>
  (await sql<{ id: string }[]>`select id from events where world_id = ${worldId} order by id`).map(({ id }) => id);

describe("a receiver that reads after its last event", () => {
  // rules/events.md#read-2
  test("misses no event that commits after later ones", async () => {
    const worldId = await makeWorld();
    await emitOne(worldId);
    const [handled] = await readStored(worldId);
    const late = await emitOpen(worldId);
    await emitOne(worldId);
    const received = await readAfter(worldId, handled);
    await late.commit();
    received.push(...(await readAfter(worldId, received.at(-1) ?? handled)));
    expect(received).toEqual((await readStored(worldId)).slice(1));
    expect(received).toHaveLength(2);
  });

  test("does not wait for other worlds, and gets the newest without `after`", async () => {
    const [worldId, otherWorld] = [await makeWorld(), await makeWorld()];
    await emitOne(worldId);
    const [handled] = await readStored(worldId);
    const elsewhere = await emitOpen(otherWorld);
    await emitOne(worldId);
    expect(await readAfter(worldId, handled)).toEqual((await readStored(worldId)).slice(1));
    const late = await emitOpen(worldId);
    await emitOne(worldId);
    expect(await readAfter(worldId)).toHaveLength(3);
    await Promise.all([late.commit(), elsewhere.commit()]);
  });

  test("reads events in the order of the database's clock, whatever the instances' clocks say", async () => {
    const worldId = await makeWorld();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now.getTime() + 3_600_000) });
    try {
      await emitOne(worldId);
    } finally {
      vi.useRealTimers();
    }
    const [id = ""] = await readStored(worldId);
    expect(decodeTime(id.slice("evt_".length))).toBeLessThanOrEqual(Date.now());
  });
});
