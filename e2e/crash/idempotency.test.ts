import { randomUUID } from "node:crypto";
import { createConnection } from "node:net";
import { expect, test } from "vitest";
import { lmd } from "#e2e/api/samples.ts";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import type { InstanceSettings } from "#e2e/crash/instance.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import type { Shop } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import type { Instance } from "#e2e/crash/start-instance.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

const database = await openCrashingDatabase();

const { look } = database;
const settings: InstanceSettings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500, logLevel: "silent" };
const start = () => startInstance(database, "none.example", settings);

interface MoveEffects {
  status: number;
  text: string;
  isReplayed: boolean;
}

async function create({ url }: Instance, { key }: Shop, idempotencyKey: string, body: string): Promise<MoveEffects> {
  const headers = { key, "content-type": "application/json", "idempotency-key": idempotencyKey };
  const response = await fetch(`${url}/v2/contracts`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text(), isReplayed: response.headers.get("idempotent-replayed") === "true" };
}

/** Sends a creation over a connection from which nothing is ever read: its caller does not hear the answer. */
function sendUnheard({ url }: Instance, { key }: Shop, idempotencyKey: string, body: string): void {
  const { hostname, port } = new URL(url);
  const connection = createConnection({ host: hostname, port: Number(port) }).on("error", () => undefined);
  connection.pause();
  const lines = ["POST /v2/contracts HTTP/1.1", `host: ${hostname}`, `key: ${key}`, `idempotency-key: ${idempotencyKey}`];
  connection.write([...lines, "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`, "", body].join("\r\n"));
}

/** How many contracts, events of their creation and stored answers there are. */
async function countEffects({ worldId }: Shop): Promise<{ contracts: number; events: number; answers: number }> {
  const [counts] = await look<{ contracts: number; events: number; answers: number }[]>`
    select (select count(*)::int from contracts where world_id = ${worldId}) as contracts,
      (select count(*)::int from events where world_id = ${worldId} and event_type = 'v2.contract.created') as events,
      (select count(*)::int from idempotency_keys where world_id = ${worldId}) as answers`;
  return counts ?? { contracts: 0, events: 0, answers: 0 };
}

const none = { contracts: 0, events: 0, answers: 0 };
const once = { contracts: 1, events: 1, answers: 1 };

/** Holds up what is inserted into a world, before its commit, until it is released. */
async function holdUp({ worldId }: Shop): Promise<() => Promise<void>> {
  const held = await look.reserve();
  await held`begin`;
  // Its references check that the world exists.
  await held`select from worlds where id = ${worldId} for update`;
  return async () => {
    await held`rollback`;
    held.release();
  };
}

async function expectHeldUp(count = 1): Promise<void> {
  expect(await look`select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'instance'`).toHaveLength(count);
}

test("after a crash between commit and answer, the retry gets the answer and changes nothing", async () => {
  const shop = await makeShop();
  const [key, body] = [randomUUID(), JSON.stringify(lmd(shop.uid))];
  const doomed = await start();
  sendUnheard(doomed, shop, key, body);
  await waitFor(async () => expect(await countEffects(shop)).toEqual(once));
  await doomed.kill();
  const retry = await create(await start(), shop, key, body);
  expect(retry).toMatchObject({ status: 200, isReplayed: true });
  expect(await countEffects(shop)).toEqual(once);
});

test.each([
  ["gives up", "makes the change", true],
  ["still finishes", "gets its answer", false],
])("after a crash before the commit, whose statement Postgres %s, the retry %s", async (_end, _retry, isGivenUp) => {
  const shop = await makeShop();
  const [key, body] = [randomUUID(), JSON.stringify(lmd(shop.uid))];
  const doomed = await start();
  const letGo = await holdUp(shop);
  sendUnheard(doomed, shop, key, body);
  await waitFor(() => expectHeldUp());
  await doomed.kill();
  if (isGivenUp) {
    await look`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where wait_event_type = 'Lock' and application_name = 'instance'`;
  }
  await letGo();
  await waitFor(async () => expect(await countEffects(shop)).toEqual(isGivenUp ? none : once));
  const heir = await start();
  expect(await create(heir, shop, key, body)).toMatchObject({ status: 200, isReplayed: !isGivenUp });
  expect(await countEffects(shop)).toEqual(once);
  expect(await create(heir, shop, key, body)).toMatchObject({ status: 200, isReplayed: true });
});

test("a bulk action whose instance crashed between two batches is done again from the start, with the same result", async () => {
  const shop = await makeShop();
  await look`update partners set features = array['bulk_renewals'] where id = (select partner_id from worlds where id = ${shop.worldId})`;
  const [doomed, heir] = [await start(), await start()];
  await create(heir, shop, randomUUID(), JSON.stringify(lmd(shop.uid)));
  const copies = 1500;
  await look`
    insert into contracts select (jsonb_populate_record(c, jsonb_build_object('cid', left(c.cid, 18) || lpad(n::text, 8, '0')))).*
    from contracts c, generate_series(1, ${copies}) n where c.world_id = ${shop.worldId}`;
  const countRenewals = async () => {
    const [row] = await look<{ renewals: number; contracts: number; events: number }[]>`
      select count(*)::int as renewals, count(distinct cid)::int as contracts,
        (select count(*)::int from events where world_id = ${shop.worldId} and event_type = 'v2.contract.renewal.enabled') as events
      from automatic_renewals where world_id = ${shop.worldId}`;
    return row;
  };
  const act = async ({ url }: Instance) => {
    const headers = { key: shop.key, "content-type": "application/json", "idempotency-key": "bulk" };
    const body = JSON.stringify({ add_to_all_contracts: true });
    const response = await fetch(`${url}/v2/contracts/action/automaticRenewals`, { method: "POST", headers, body });
    return { status: response.status, text: await response.text(), isReplayed: response.headers.get("idempotent-replayed") === "true" };
  };

  const held = await look.reserve();
  await held`begin`;
  await held`select from contracts where world_id = ${shop.worldId} order by cid desc limit 1 for update`;
  const unheard = act(doomed).catch((error: unknown) => error);
  await waitFor(() => expectHeldUp());
  expect(await countRenewals()).toEqual({ renewals: 1000, contracts: 1000, events: 1000 });
  await doomed.kill();
  expect(await unheard).toMatchObject({ message: "fetch failed" });
  await held`rollback`;
  held.release();

  const retry = await act(heir);
  expect(retry).toMatchObject({ status: 200, isReplayed: false });
  expect((JSON.parse(retry.text) as { automatic_renewals: unknown[] }).automatic_renewals).toHaveLength(copies + 1 - 1000);
  expect(await countRenewals()).toEqual({ renewals: copies + 1, contracts: copies + 1, events: copies + 1 });
  expect(await act(heir)).toEqual({ ...retry, isReplayed: true });
});

test("while one instance processes a call, the others answer that it is in progress", async () => {
  const shop = await makeShop();
  const [key, body] = [randomUUID(), JSON.stringify(lmd(shop.uid))];
  const [one, other] = [await start(), await start()];
  const letGo = await holdUp(shop);
  const first = create(one, shop, key, body);
  await waitFor(() => expectHeldUp());
  expect(await create(one, shop, key, body)).toMatchObject({ status: 409, isReplayed: false });
  expect(await create(other, shop, key, body)).toMatchObject({ status: 409, isReplayed: false });
  await letGo();
  const done = await first;
  expect(done).toMatchObject({ status: 200, isReplayed: false });
  expect(await create(other, shop, key, body)).toEqual({ ...done, isReplayed: true });
  expect(await countEffects(shop)).toEqual(once);
});

test("a call that is retried until it is answered is done once, whatever crashes", async () => {
  const shop = await makeShop();
  const rounds = 3;
  const callers = 6;
  const heard = new Map<string, string>();
  let unheard = 0;
  let replayed = 0;
  let made = 0;
  for (let round = 0; round < rounds; round += 1) {
    let instance = await start();
    let isOver = false;
    const callUntilAnswered = async (): Promise<void> => {
      while (!isOver) {
        const [key, body] = [randomUUID(), JSON.stringify(lmd(shop.uid))];
        made += 1;
        const retry = async (): Promise<void> => {
          const answer = await create(instance, shop, key, body).catch(() => undefined);
          if (answer?.status !== 200) unheard += 1;
          if (answer?.isReplayed === true) replayed += 1;
          expect(answer?.status).toBe(200);
          heard.set(key, answer?.text ?? "");
        };
        await waitFor(retry);
      }
    };
    const calling = Promise.all(Array.from({ length: callers }, callUntilAnswered));
    await waitFor(() => expect(heard.size).toBeGreaterThan(30 * (round + 1)));
    if (round % 3 === 2) await database.crash();
    else {
      const next = await start();
      const doomed = instance;
      await doomed.kill();
      instance = next;
    }
    const before = heard.size;
    await waitFor(() => expect(heard.size).toBeGreaterThan(before + 10));
    isOver = true;
    await calling;
    for (const [key, text] of [...heard].slice(-5)) {
      const stored = await look<{ body: string }[]>`select body from idempotency_keys where world_id = ${shop.worldId} and key = ${key}`;
      expect(stored).toEqual([{ body: text }]);
    }
    await instance.kill();
  }
  expect(heard.size).toBe(made);
  expect(await countEffects(shop)).toEqual({ contracts: made, events: made, answers: made });
  process.stdout.write(`${made} writes, ${unheard} calls unanswered, ${replayed} retries of something that had been done\n`);
});
