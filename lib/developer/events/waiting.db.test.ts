import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { makeWorld, sampleEvent } from "#lib/delivery/deliveries/queue.fixture.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { eventsQuery } from "#lib/developer/events/schema.ts";
import { endWaiting, waitForEvents } from "#lib/developer/events/waiting.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();
const neverHungUp = new AbortController().signal;

beforeAll(() => ensurePartitions(sql, now));

const emitOne = (worldId: number, type?: EventType) => transact((tx) => emit(tx, [sampleEvent(worldId, undefined, type)], realMoment(now)));

/** A world with one event, and a key of its own that waits for later events. */
async function makeListener(asked: Record<string, string | string[]> = {}) {
  const worldId = await makeWorld();
  await emitOne(worldId, "v2.contract.created");
  const [first] = await sql<{ id: string }[]>`select id from events where world_id = ${worldId}`;
  const world = { id: worldId, partnerId: "ptn_of_the_test", environment: "development" } as const;
  const actor: ApiContext["actor"] = { type: "apiKey", keyId: `key_${worldId}`, partnerId: world.partnerId };
  const query = eventsQuery.parse({ after: first?.id, wait: "25", ...asked });
  return { worldId, wait: (hangUp = neverHungUp) => waitForEvents({ world, actor }, query, hangUp) };
}

/** True if the promise has settled; looks only after everything that was already under way. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  await makeWorld();
  return Promise.race([waiting.then(() => true), Promise.resolve(false)]);
}

// rules/events.md#read-3
test("a call waits until an event is committed in its world, and ignores other worlds", async () => {
  const [one, other] = [await makeListener(), await makeListener()];
  const waiting = one.wait();
  await emitOne(other.worldId);
  await other.wait();
  expect(await isOver(waiting)).toBe(false);
  await emitOne(one.worldId);
  await waiting;
});

test("a call does not wait if there already is an event", async () => {
  const { worldId, wait } = await makeListener();
  await emitOne(worldId);
  await expect(wait()).resolves.toBeUndefined();
});

test("a call for one event type keeps waiting past other types", async () => {
  const { worldId, wait } = await makeListener({ event_type: ["v2.contract.closed"] });
  const waiting = wait();
  await emitOne(worldId, "v2.contract.updated");
  expect(await isOver(waiting)).toBe(false);
  await emitOne(worldId, "v2.contract.closed");
  await waiting;
});

test("a call ends after its waiting time, or when its caller disconnects", async () => {
  const brief = await makeListener({ wait: "1" });
  await brief.wait();
  const { wait } = await makeListener();
  const caller = new AbortController();
  const waiting = wait(caller.signal);
  expect(await isOver(waiting)).toBe(false);
  caller.abort();
  await waiting;
});

// rules/events.md#read-4
test("the sixth concurrent waiting call of a key is answered at once", async () => {
  const { worldId, wait } = await makeListener();
  const waiting = Array.from({ length: 5 }, () => wait());
  await wait();
  expect(await isOver(Promise.race(waiting))).toBe(false);
  await emitOne(worldId);
  await Promise.all(waiting);
});

// rules/events.md#read-4
test("more calls can wait than there are connections, and other calls are answered meanwhile", async () => {
  const listeners = await Promise.all(Array.from({ length: Math.ceil((sql.options.max + 1) / 5) }, () => makeListener()));
  const waiting = listeners.flatMap(({ wait }) => Array.from({ length: 5 }, () => wait()));
  for (const { worldId } of listeners) await emitOne(worldId);
  await expect(Promise.all(waiting)).resolves.toHaveLength(5 * listeners.length);
});

test.each([
  { wait: "5" },
  { after: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A", wait: "26" },
  { after: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A", wait: "soon" },
])("%o is refused with the name of the field", (asked) => {
  expect(eventsQuery.safeParse(asked).error?.issues).toMatchObject([{ path: ["wait"] }]);
});

// The last, since nobody waits afterwards.
test("waiting calls are answered when the process stops", async () => {
  const { wait } = await makeListener();
  const waiting = wait();
  expect(await isOver(waiting)).toBe(false);
  endWaiting();
  await waiting;
  await wait();
});
