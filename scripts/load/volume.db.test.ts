import { beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { firstCallAt } from "#lib/calls/first-id.ts";
import { list as listCalls } from "#lib/calls/list.ts";
import type { CallListQuery } from "#lib/calls/schema.ts";
import { firstIdAt } from "#lib/deliveries/filter.ts";
import { list as listDeliveries } from "#lib/deliveries/list.ts";
import type { DeliveryFilter } from "#lib/deliveries/schema.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";
import { loadKinds } from "#scripts/load/kinds.ts";
import { ensureVolumePartner, findVolume } from "#scripts/load/partner.ts";
import { contractOf } from "#scripts/load/subjects.ts";
import { fillVolume } from "#scripts/load/volume.ts";

// One connection, whose counters can be read exactly.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase({ pool: 1 }));

const now = new Date();
const msPerDay = 86_400_000;
const load = { calls: 90_000, deliveries: 40_000, days: 6 };
const staff = staffAt(now);
/** Index entries and rows that a page may read: its own, and of each kind and day the way to them. The tables have ten times as many, and so have their indexes. */
const maxRead = 8000;
/** Of deliveries it may also be a whole day: at this size the planner now and then takes that for as cheap. */
const maxReadOfDeliveries = 12_000;
/** What even a list of nothing reads: partners, webhooks, partitions. */
const nothingRead = 200;

let world: { id: number };
let quiet: { id: number };
let webhooks: ReadonlyMap<string, string>;

beforeAll(async () => {
  const partner = await ensureVolumePartner(staff);
  await fillVolume(partner, now, load, () => undefined);
  world = partner.worlds.production.world;
  webhooks = (await findVolume(staff))?.webhooks ?? new Map();
  quiet = (await makePartner()).worlds.production;
});

const countOf = async (table: string) =>
  (await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)} where world_id = ${world.id}`)[0]?.count ?? 0;

describe("the load", () => {
  test("is what was asked for, of every kind that it can be, and counted by the hour", async () => {
    expect(Math.abs((await countOf("calls")) - load.calls)).toBeLessThan(load.days);
    const deliveries = await countOf("deliveries");
    expect(deliveries).toBeGreaterThan(load.deliveries * 0.9);
    const [counted] = await sql`
      select (select sum(calls)::int from call_hours where world_id = ${world.id}) as calls,
        (select count(*)::int from call_kinds where world_id = ${world.id}) as kinds,
        (select count(distinct kind_id)::int from calls where world_id = ${world.id}) as occurring,
        (select count(*)::int from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.world_id = ${world.id}) > ${deliveries / 2} as tried,
        (select count(*)::int from events e where world_id = ${world.id} and not exists (select from calls c where c.execution_id = e.execution_id)) as orphans`;
    expect(counted).toMatchObject({ calls: await countOf("calls"), kinds: loadKinds.length, tried: true, orphans: 0 });
    expect(counted?.["occurring"]).toBeGreaterThan(100);
  });

  test("is not written twice: it goes on where it was stopped", async () => {
    const before = [await countOf("calls"), await countOf("deliveries")];
    const partner = await ensureVolumePartner(staff);
    expect(partner.passwordToken).toBeUndefined();
    await fillVolume(partner, now, load, () => undefined);
    expect([await countOf("calls"), await countOf("deliveries")]).toEqual(before);
  });
});

/** What was read since the counters were last set to zero, by table or index: rows of whole scans, entries of indexes. */
async function countReads(): Promise<{ total: number; of: string }> {
  await sql`select pg_stat_force_next_flush()`;
  const reads = await sql<{ name: string; read: number }[]>`
    select relname as name, seq_tup_read::int as read from pg_stat_user_tables where relname <> 'call_kinds' and seq_tup_read > 0
    union all select indexrelname, idx_tup_read::int from pg_stat_user_indexes where relname <> 'call_kinds' and idx_tup_read > 0`;
  return {
    total: reads.reduce((total, { read }) => total + read, 0),
    of: reads.map(({ name, read }) => `${read} of ${name}`).join(", "),
  };
}

async function expectReads(most: number): Promise<void> {
  const { total, of } = await countReads();
  expect(total, of).toBeLessThan(most);
}

async function forgetReads(): Promise<void> {
  // What the connection has read before is counted at its next pause.
  await sql`select pg_stat_force_next_flush()`;
  await sql`select pg_stat_reset()`;
}

const back = (days: number) => new Date(now.getTime() - days * msPerDay);
const day = () => ({ from: back(4), to: back(3) });

const callFilters: Record<string, () => CallListQuery> = {
  "no filter": () => ({}),
  "no filter, far back": () => ({ before: firstCallAt(back(3)) }),
  "no filter, back up from far": () => ({ after: firstCallAt(back(5)) }),
  "a method": () => ({ method: ["PATCH"] }),
  "a class that most are of": () => ({ status: ["2xx"] }),
  "a class that hundreds of kinds are of": () => ({ status: ["4xx"] }),
  "the same, back up from far": () => ({ status: ["4xx"], after: firstCallAt(back(5)) }),
  "an error that few met": () => ({ errorCode: [1342] }),
  "what none can be": () => ({ errorCode: [1342], status: ["2xx"] }),
  "what none was": () => ({ errorCode: [424_242] }),
  "an endpoint that few called": () => ({ endpoint: ["bulkAutomaticRenewals"] }),
  "a day of a kind": () => ({ ...day(), status: ["4xx"] }),
  "a contract that is called about much": () => ({ search: contractOf(0) }),
  "the same of a kind that there is not": () => ({ search: contractOf(0), errorCode: [4022] }),
  "a contract that is not there": () => ({ search: "nothing" }),
  "an execution id": () => ({ search: `${firstCallAt(back(2)).slice(0, -4)}ABCD` }),
};

const deliveryFilters: Record<string, () => DeliveryFilter> = {
  "no filter": () => ({}),
  "a status": () => ({ status: "cancelled" }),
  "an event kind that none had": () => ({ eventType: "v2.claim.closed" }),
  "a webhook, a kind, a status": () => ({ webhookId: webhooks.get("Everything"), eventType: "v2.contract.updated", status: "failed" }),
  "what is being sent": () => ({ status: "delivering" }),
  "a response that none was": () => ({ response: "418" }),
  "a day": () => ({ ...day(), status: "failed" }),
  "a contract that is not there": () => ({ search: "nothing" }),
  "a contract": () => ({ search: contractOf(12) }),
};

describe("a page reads what it shows and the way to it, not what is stored", () => {
  test.each(Object.keys(callFilters))("of calls: %s", async (name) => {
    const filter = callFilters[name]?.() ?? {};
    // Statements are planned anew five times, and then perhaps once for all.
    for (let turn = 0; turn < 7; turn += 1) {
      await forgetReads();
      await listCalls({ world, realTime: now }, filter);
      await expectReads(maxRead);
    }
  });

  test.each(Object.keys(callFilters))("of calls of an environment that has none: %s", async (name) => {
    const filter = callFilters[name]?.() ?? {};
    for (let turn = 0; turn < 7; turn += 1) {
      await forgetReads();
      expect((await listCalls({ world: quiet, realTime: now }, filter)).rows).toEqual([]);
      await expectReads(nothingRead);
    }
  });

  test.each(Object.keys(deliveryFilters))("of deliveries: %s", async (name) => {
    const filter = deliveryFilters[name]?.() ?? {};
    for (let turn = 0; turn < 7; turn += 1) {
      await forgetReads();
      await listDeliveries({ world, realTime: now }, filter, turn % 2 === 0 ? {} : { before: firstIdAt(back(3)) });
      await expectReads(maxReadOfDeliveries);
    }
  });
});
