import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { recoverySample } from "#components/docs/samples/guide-samples.ts";
import { sql } from "#db/client.ts";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { inDays, insured, lcd, lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeShop } from "#e2e/api/world.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { listEvents, readEvent } from "#lib/developer/events/endpoints.ts";
import { amendContract, createContract, endContract } from "#lib/insurance/contracts/endpoints.ts";
import { readCurrentRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { newId } from "#lib/platform/ids.ts";
import { classOf } from "#lib/platform/traffic/ranges.ts";

// rules/events.md#read-1
test("events are listed newest first, with the exact data that webhooks received", async () => {
  const shop = await makeShop();
  const product = insured({
    product_id: (await makeProduct(shop.key)).product_id,
    data: { product_marked: 'É/\u2028"', user_name: "Zoë 🚲", "2": 1.5, "1": 10 },
  });
  const { cid = "" } = await succeed(shop.key, createContract, { body: lcd(shop.uid, { products: [product] }) });
  const { text, data } = await call(shop.key, listEvents);
  expect(data).toMatchObject({ events: [{ event_type: "v2.contract.created", subject: cid }], has_more: false });
  const [stored] = await sql<{ id: string; payload: string }[]>`select id, payload from events where subject_id = ${cid}`;
  const sent = stored?.payload.slice('{"event_type":"v2.contract.created","data":'.length, -1) ?? "no event";
  expect(text).toContain(`"data":${sent}}`);
  const one = await call(shop.key, readEvent, { params: { eventId: stored?.id ?? "" } });
  expect(one.text).toContain(`"data":${sent}}`);
  expect(one.data).toEqual(data?.events[0]);
});

test("a receiver can continue after its last event, and gets everything once and in order", async () => {
  const shop = await makeShop();
  const product = insured({ product_id: (await makeProduct(shop.key)).product_id });
  const body = () => ({ body: lcd(shop.uid, { products: [product] }) });
  await succeed(shop.key, createContract, body());
  const [handled] = (await succeed(shop.key, listEvents)).events;
  for (let made = 0; made < 7; made += 1) await succeed(shop.key, createContract, body());
  const stored = (await sql<{ id: string }[]>`select id from events where world_id = ${shop.world.id} order by id`).map(({ id }) => id);

  const received: string[] = [];
  let after = handled?.id ?? "";
  for (let isMore = true; isMore;) {
    const { events, has_more } = await succeed(shop.key, listEvents, { query: { after, limit: 3 } });
    expect(events.map(({ id }) => id)).toEqual(
      events
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    received.push(...events.map(({ id }) => id).toReversed());
    after = events[0]?.id ?? after;
    isMore = has_more;
  }
  expect(received).toEqual(stored.slice(1));

  const file = join(mkdtempSync(join(tmpdir(), "covergate-recovery-")), "recover.mts");
  writeFileSync(file, `${recoverySample}\nawait recover(${JSON.stringify(handled?.id)}, async ({ id }) => console.log(id));\n`);
  const settings = { COVERGATE_BASE_URL: inject("baseUrl"), COVERGATE_API_KEY: shop.key };
  const env = { ...settings, NODE_ENV: "test" as const, NODE_NO_WARNINGS: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout.trim().split("\n")).toEqual(stored.slice(1));

  const back: string[] = [];
  let before: string | undefined;
  for (let isMore = true; isMore;) {
    const { events, has_more } = await succeed(shop.key, listEvents, { query: { ...(before !== undefined && { before }), limit: 3 } });
    back.push(...events.map(({ id }) => id));
    before = events.at(-1)?.id;
    isMore = has_more;
  }
  expect(back).toEqual(stored.toReversed());
  const between = await succeed(shop.key, listEvents, { query: { after: stored[1] ?? "", before: stored[5] ?? "", limit: 2 } });
  expect(between).toMatchObject({ events: [{ id: stored[4] }, { id: stored[3] }], has_more: true });
});

// rules/events.md#read-1
test("events can be filtered by one or several types, and by subject", async () => {
  const shop = await makeShop();
  const product = insured({ product_id: (await makeProduct(shop.key)).product_id });
  const { cid = "" } = await succeed(shop.key, createContract, { body: lmd(shop.uid, { products: [product], automatic_renewal: true }) });
  const { arid } = await succeed(shop.key, readCurrentRenewal, { params: { contractId: cid } });
  await succeed(shop.key, createContract, { body: lcd(shop.uid, { products: [product] }) });
  await succeed(shop.key, amendContract, { params: { contractId: cid }, body: { end_date: inDays(70) } });
  await succeed(shop.key, endContract, { params: { contractId: cid } });
  const find = async (query: { subject?: string; event_type?: string | string[] }) =>
    (await succeed(shop.key, listEvents, { query })).events.map(({ event_type, subject }) => [event_type, subject]);
  expect(await find({ subject: arid })).toEqual([["v2.contract.renewal.enabled", arid]]);
  expect(await find({ subject: cid })).toEqual([
    ["v2.contract.canceled", cid],
    ["v2.contract.updated", cid],
    ["v2.contract.created", cid],
  ]);
  expect(await find({ subject: cid, event_type: "v2.contract.updated" })).toHaveLength(1);
  expect(await find({ event_type: ["v2.contract.canceled", "v2.contract.renewal.enabled"] })).toHaveLength(2);
  expect(await find({ event_type: ["v2.contract.created", "v2.contract.created"] })).toHaveLength(2);
  expect(await find({ subject: newId("ar") })).toEqual([]);
});

test("an invalid parameter is refused with its name, and an unknown event is a 404", async () => {
  const { key } = await makeShop();
  for (const query of [{ after: "yesterday" }, { before: "evt_1" }, { event_type: "v2.contract.gone" }, { limit: "-1" }, { limit: "0" }]) {
    const { status, message } = await refuse(key, listEvents, { query });
    expect({ status, named: Object.keys(query).some((name) => message.startsWith(name)) }).toEqual({ status: 400, named: true });
  }
  const twice = await fetch(`${inject("baseUrl")}/v2/events?limit=1&limit=2`, { headers: { key } });
  expect(twice.status).toBe(400);
  expect(await refuse(key, readEvent, { params: { eventId: newId("evt") } })).toMatchObject({ status: 404, code: 404 });
});

test("a waiting call gets the next event, and latency figures exclude its waiting time", async () => {
  const shop = await makeShop();
  const product = insured({ product_id: (await makeProduct(shop.key)).product_id });
  await succeed(shop.key, createContract, { body: lcd(shop.uid, { products: [product] }) });
  const [handled] = (await succeed(shop.key, listEvents)).events;
  const waiting = succeed(shop.key, listEvents, { query: { after: handled?.id ?? "", wait: 25 } });
  // Seen from outside, a call waits once a whole second has passed without its answer.
  const first = await Promise.race([
    waiting.then(() => "answered"),
    succeed(shop.key, listEvents, { query: { after: handled?.id ?? "", wait: 1 } }),
  ]);
  expect(first).toEqual({ events: [], has_more: false });
  const { cid } = await succeed(shop.key, createContract, { body: lcd(shop.uid, { products: [product] }) });
  expect(await waiting).toMatchObject({ events: [{ event_type: "v2.contract.created", subject: cid }], has_more: false });

  const counted = () => sql<{ slowest: number; calls: string }[]>`
    select max(duration_class) as slowest, sum(calls) as calls from call_hours where world_id = ${shop.world.id}`;
  await waitUntil(async () => Number((await counted())[0]?.calls ?? 0) >= 6);
  const logged = await sql<{ slow: string }[]>`
    select count(*) as slow from calls where world_id = ${shop.world.id} and duration_micros >= 900000 and query like '%wait=%'`;
  expect(Number(logged[0]?.slow)).toBeGreaterThan(0);
  expect((await counted())[0]?.slowest).toBeLessThan(classOf(900_000));
});

// rules/events.md#read-3
test.each([{ wait: "3" }, { after: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A", wait: "26" }])("%o: `wait` is refused by its name", async (query) => {
  const { message } = await refuse((await makeShop()).key, listEvents, { query });
  expect(message).toMatch(/^wait: /);
});
