import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { callFilters as filters } from "#lib/developer/calls/list-filters.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import { readRepair } from "#lib/developer/search/index-things.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";
import type { ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { ensureVolumePartner } from "#scripts/load/partner.ts";
import { contractOf } from "#scripts/load/subjects.ts";
import { fillVolume } from "#scripts/load/volume.ts";

// One connection, whose counters can be read exactly.
await useOwnDatabase({ isNarrow: true });

const now = new Date();
const msPerDay = 86_400_000;
/** More deliveries than the calls cause. */
const load = { contracts: 3_000, claims: 200, calls: 60_000, events: 25_001, deliveries: 60_001, days: 6 };
const told: string[] = [];
const operator = operatorContext("-", now);
/** The reads of even an empty list: partners, webhooks, partitions. */
const nothingRead = 200;

let world: { id: number };
let quiet: { id: number };

beforeAll(async () => {
  const partner = await ensureVolumePartner(operator);
  await withPatience(() => fillVolume(partner, now, load, (line) => void told.push(line)));
  world = partner.worlds.production.world;
  quiet = (await makePartner()).worlds.production;
});

const countOf = async (table: string) =>
  (await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)} where world_id = ${world.id}`)[0]?.count ?? 0;

async function countAll(): Promise<Record<string, number>> {
  const tables = ["contracts", "products", "claims", "calls", "events", "deliveries"];
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countOf(table)] as const)));
}

describe("the load of the benchmark", () => {
  test("has the requested rows of every kind, with their hourly counts", async () => {
    const { days: _days, ...amounts } = load;
    expect(await countAll()).toEqual({ ...amounts, products: amounts.contracts });
    expect(told).toContain(
      "Made 3,000 contracts, 200 claims, 60,000 calls, 25,001 events, 60,001 deliveries in Production, and 2 % as many calls in Development",
    );
    const [counted] = await sql`
      select (select sum(calls)::int from call_hours where world_id = ${world.id}) as calls,
        (select count(*)::int from (select distinct method, endpoint, preview, status, error_code from calls where world_id = ${world.id}) kind) as occurring,
        (select count(*)::int from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.world_id = ${world.id}) > ${Math.floor(load.deliveries / 2)} as tried,
        (select count(*)::int from events e where world_id = ${world.id} and execution_id is not null and not exists (select from calls c where c.execution_id = e.execution_id)) as orphans,
        (select count(*)::int > 0 from events e where world_id = ${world.id} and execution_id is null) as "byTime"`;
    expect(counted).toMatchObject({ calls: await countOf("calls"), tried: true, orphans: 0, byTime: true });
    expect(counted?.["occurring"]).toBeGreaterThan(100);
  });

  test("has contracts that are called about, with the premiums of their prices and claims that are paid", async () => {
    const [counted] = await sql`
      select (select sum(price_cents)::int from contract_products p join contracts c using (cid) where c.world_id = ${world.id}) as priced,
        (select sum(amount_cents)::int from premium_entries where world_id = ${world.id}) as written,
        (select count(*)::int from settlements s join claims c on c.id = s.claim_id where c.world_id = ${world.id}) as paid,
        exists (select from calls c join contracts on cid = c.subject_id where c.world_id = ${world.id}) as called,
        (select count(distinct status)::int from contracts where world_id = ${world.id}) as statuses`;
    expect(counted).toMatchObject({ written: counted?.["priced"], paid: 140, called: true, statuses: 2 });
  });

  test("has its search entries written by the job", async () => {
    expect(await readRepair()).toMatchObject({ after: "", finishedAt: null });
    expect(await sql`select from search_marks where kind in ('contracts', 'claims', 'calls') limit 1`).toHaveLength(0);
  });

  test("is not written twice: it continues where it was stopped", async () => {
    const before = await countAll();
    const partner = await ensureVolumePartner(operator);
    expect(partner.passwordToken).toBeUndefined();
    await fillVolume(partner, now, load, () => undefined);
    expect(await countAll()).toEqual(before);
  });
});

/** Counts the reads since the last reset, by table or index: rows of whole scans, entries of indexes. */
async function countReads(): Promise<{ total: number; of: string }> {
  await sql`select pg_stat_force_next_flush()`;
  const reads = await sql<{ name: string; read: number }[]>`
    select relname as name, seq_tup_read::int as read from pg_stat_user_tables where seq_tup_read > 0
    union all select indexrelname, idx_tup_read::int from pg_stat_user_indexes where idx_tup_read > 0`;
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
  // Postgres counts earlier reads of the connection at its next pause, so they are flushed first.
  await sql`select pg_stat_force_next_flush()`;
  await sql`select pg_stat_reset()`;
}

const back = (days: number) => new Date(now.getTime() - days * msPerDay);
const day = () => ({ from: back(4), to: back(3) });

const callFilters: Record<string, () => ListQuery<typeof filters>> = {
  "no filter": () => ({}),
  "no filter, far back": () => ({ before: cursorAt(back(3), "exec_0") }),
  "a class that most are of": () => ({ status: ["2xx"] }),
  "errors, back up from far": () => ({ status: ["4xx"], after: cursorAt(back(5), "exec_0") }),
  "an error that few met": () => ({ errorCode: ["1342"] }),
  "what none was": () => ({ errorCode: ["424242"] }),
  "an endpoint that few called": () => ({ endpoint: ["bulkAutomaticRenewals"] }),
  "an endpoint and its errors": () => ({ endpoint: ["retrieveContract"], status: ["4xx"] }),
  "a key": () => ({ key: "key_none" }),
  "a method that none has": () => ({ method: ["TRACE"] }),
  "a day of errors": () => ({ ...day(), status: ["4xx"] }),
  "a contract that is called about much": () => ({ search: contractOf(world.id, 0) }),
  "an execution id": () => ({ search: "exec_01KAAAAAAAAAAAAAAAAAAAAAAA" }),
};

describe("a page for an empty environment", () => {
  test("reads next to nothing, however much others have", async () => {
    for (const filter of Object.values(callFilters)) {
      await forgetReads();
      expect((await listCalls({ world: quiet }, filter())).rows).toEqual([]);
      await expectReads(nothingRead);
    }
  });
});
