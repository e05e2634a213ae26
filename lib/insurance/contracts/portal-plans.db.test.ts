import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import type { ApiContext, World } from "#lib/account/worlds/context.ts";
import { readContractHistory } from "#lib/developer/events/read-for-portal.ts";
import type { ContractFilter } from "#lib/insurance/contracts/find.ts";
import type { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import { listForPortal as listContracts, list as listForApi } from "#lib/insurance/contracts/list.ts";
import { listCovers, listForPortal as listProducts } from "#lib/insurance/products/list.ts";
import { listForPortal as listRenewals } from "#lib/insurance/renewals/list.ts";
import { readForPortal as readRenter } from "#lib/insurance/renters/read.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

// One connection, whose counters can be read exactly.
await useOwnDatabase({ isNarrow: true });

const count = 2.5 * maxExamined;
/** Enough for a page and its index path; a scan of a world reads many times as many. */
const few = 300;
/** Postgres plans prepared statements anew five times before it may choose a generic plan. */
const rounds = 8;
const newest = new Date("2027-06-01T00:00:00.000Z");
const middleTime = new Date(newest.getTime() - (count / 2) * 60_000).toISOString();

let ctx: PartnerContext;
let busy: string;
let quiet: string;

const cidOf = (world: Pick<World, "id">, place: number) => `01K${String(place).padStart(12, "0")}W${world.id}`;

/**
 * A busy renter with years of short contracts, each renewed once, of which one at the beginning is cancelled, one of another type and one a
 * test; a quiet renter; and a second world as busy. Half of the products have the same marking.
 */
beforeAll(async () => {
  const [partner, neighbour] = await Promise.all([makePartner(), makePartner()]);
  ctx = { ...asPerson(partner.contexts.production, "owner"), now: newest };
  [busy, quiet] = await Promise.all([registerRenter(), registerRenter()]);
  for (const uid of [busy, quiet]) await attachOpened(partner.contexts.production, uid);
  await attachOpened(neighbour.contexts.production, busy);
  for (const { id } of [ctx.world, neighbour.worlds.production]) await withPatience(() => fill(id));
  await sql`vacuum analyze`;
});

async function fill(worldId: number): Promise<void> {
  const cid = sql`'01K' || lpad(n::text, 12, '0') || 'W' || ${worldId}::text`;
  const at = sql`${newest} - (${count}::int - n) * interval '1 minute'`;
  await sql`
    with numbers as (select n, ${cid} as cid, ${at} as at from generate_series(1, ${count}::int) n), contracted as (
      insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, tariff_id, created_at, updated_at)
      select cid, ${worldId}, case n when 3 then ${quiet} else ${busy} end, case n when 1 then 'LLD' else 'LCD' end,
        case when n = 2 then 'cancel' when n % 5 = 0 then 'open' else 'closed' end, n = 4, at, at, at, '{}', (select id from tariffs limit 1), at, at
      from numbers
    ), described as (
      insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, created_at, updated_at)
      select 'prod_' || cid, ${worldId}, cid, case n when 1 then 'sports' else 'bike' end, 'Bike ' || n, '{}', 100, at, at from numbers
    ), covered as (
      insert into contract_products (cpid, cid, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents)
      select 'cpid_' || cid, cid, 'prod_' || cid, 'bike', 100, 'open', at, at,
        jsonb_build_object('product_marked', case when n % 2 = 0 then 'common' else 'BC-' || n end, 'internal_id', case when n % 100 = 0 then 'fleet-' || n end), 1
      from numbers
    )
    insert into automatic_renewals (arid, world_id, cid, default_application, use_notification, duration_months, extension, rejected_at,
      renewal_scheduled_for, notification_scheduled_for, applied_at, next_cid, created_at, updated_at)
    select 'ar_' || cid, ${worldId}, cid, false, true, 1, 0, case n when 1 then at end, at, at, case when n between 2 and ${count - 100}::int then at end,
      case when n between 2 and ${count - 100}::int then cid end, at, at from numbers`;
}

/** Counts the entries that a reading reads of a table, in every round; fails on a sequential scan. */
async function countEntries(table: string, read: () => Promise<unknown>): Promise<number> {
  await sql`select pg_stat_reset()`;
  for (let round = 0; round < rounds; round += 1) await read();
  await sql`select pg_stat_force_next_flush()`;
  const reads = await sql<{ table: string; wholeScans: number; entries: number }[]>`
    select t.relname as table, t.seq_scan::int as "wholeScans",
      (select coalesce(sum(idx_tup_read), 0)::int from pg_stat_user_indexes i where i.relid = t.relid) as entries
    from pg_stat_user_tables t where t.relname in ('contracts', 'contract_products', 'products', 'automatic_renewals')`;
  expect(reads.filter(({ wholeScans }) => wholeScans > 0)).toEqual([]);
  return (reads.find((each) => each.table === table)?.entries ?? 0) / rounds;
}

describe("a page of contracts", () => {
  type Asked = FilterValues<typeof contractFilters> & Partial<Keyset>;
  const countContracts = (asked: Asked) => countEntries("contracts", () => listContracts(ctx, { limit: 50, ...asked }));

  const middle = () => `${middleTime}~${cidOf(ctx.world, count / 2)}`;
  const served: Record<string, () => Asked> = {
    "no filter": () => ({}),
    "the middle of the list": () => ({ before: middle() }),
    "the middle of the list, back": () => ({ after: middle() }),
    "a status that most have": () => ({ status: ["closed"] }),
    "a status that one has, long ago": () => ({ status: ["cancel"] }),
    "a status that none has": () => ({ status: ["terminated"] }),
    "several statuses": () => ({ status: ["cancel", "open", "terminated"] }),
    "a busy renter": () => ({ renter: busy }),
    "a quiet renter": () => ({ renter: quiet }),
    nobody: () => ({ renter: "nobody" }),
    "a status that a quiet renter has not": () => ({ renter: quiet, status: ["open"] }),
    "the type that most have": () => ({ type: ["LCD"] }),
    "a type of a rare status": () => ({ type: ["LLD"], status: ["cancel"] }),
    "a day long before the first contract": () => ({ coveredOn: "2027-03-01" }),
  };

  test.each(Object.keys(served))("filtered by %s is read from an index without scanning", async (name) => {
    expect(await countContracts(served[name]?.() ?? {})).toBeLessThan(few);
  });

  const checked: Record<string, () => Asked> = {
    "the type that one has, long ago": () => ({ type: ["LLD"] }),
    "a type that none has": () => ({ type: ["LMD"] }),
    "a day on which no contract is covered": () => ({ coveredOn: "2027-07-01" }),
    "a day of a busy renter": () => ({ renter: busy, coveredOn: "2027-05-30" }),
    "a type of a common status": () => ({ type: ["LMD"], status: ["closed"] }),
    "a type of a busy renter": () => ({ type: ["LMD"], renter: busy, test: false }),
    "the one test contract": () => ({ test: true }),
    "the one test contract of a busy renter": () => ({ renter: busy, test: true }),
    "a status that a busy renter had once": () => ({ renter: busy, status: ["cancel"] }),
  };

  test.each(Object.keys(checked))("filtered by %s examines a bounded number of rows", async (name) => {
    expect(await countContracts(checked[name]?.() ?? {})).toBeLessThan(maxExamined + few);
  });
});

describe("a page of the API's contracts", () => {
  const middle = () => cidOf(ctx.world, count / 2);
  const read: Record<string, () => Omit<ContractFilter, "uid" | "skip" | "limit"> & { uid?: string }> = {
    "of a busy renter": () => ({}),
    "of a quiet renter": () => ({ uid: quiet }),
    "after one in the middle": () => ({ after: middle() }),
    "of a status that most have": () => ({ status: "closed", after: middle() }),
    "of a status that one has, long ago": () => ({ status: "cancel" }),
    "of a status that none has": () => ({ status: "terminated" }),
    "of the one test contract": () => ({ test: true }),
    "with a marking that one has": () => ({ product_marked: "BC-77" }),
    "with a marking that half have": () => ({ product_marked: "common", after: middle() }),
    "with a marking that none has": () => ({ product_marked: "unknown" }),
    "with an own identifier": () => ({ internal_id: "fleet-700" }),
    "created lately": () => ({ created_after: new Date(newest.getTime() - 3_600_000) }),
    "created since the middle": () => ({ created_after: new Date(middleTime) }),
  };

  test.each(Object.keys(read))("%s is read from an index without scanning", async (name) => {
    const filter = { uid: busy, skip: 0, limit: 50, ...read[name]?.() };
    for (const table of ["contracts", "contract_products"]) {
      expect(await countEntries(table, () => listForApi({ world: ctx.world } as ApiContext, filter))).toBeLessThan(few);
    }
  });
});

describe("a query of the portal", () => {
  const middleOfProducts = () => `prod_${cidOf(ctx.world, count / 2)}`;
  const middleOfRenewals = () => `${middleTime}~ar_`;
  /** Each reading with the table that it reads most, and the entries that it may read there. */
  const readings: Record<string, [table: string, most: number, read: () => Promise<unknown>]> = {
    "renewals to come": ["automatic_renewals", few, () => listRenewals(ctx, { limit: 50 })],
    "applied renewals": ["automatic_renewals", few, () => listRenewals(ctx, { limit: 50, state: ["applied"] })],
    "all renewals": ["automatic_renewals", few, () => listRenewals(ctx, { limit: 50, state: ["all"], before: middleOfRenewals() })],
    "renewals that were rejected long ago": ["automatic_renewals", few, () => listRenewals(ctx, { limit: 50, state: ["rejected"] })],
    "the catalogue": ["products", few, () => listProducts(ctx, { limit: 50, before: `${middleTime}~${middleOfProducts()}` })],
    "the products of a common type": ["products", few, () => listProducts(ctx, { limit: 50, type: ["bike"] })],
    "the products of a type that one has": ["products", maxExamined + few, () => listProducts(ctx, { limit: 50, type: ["sports"] })],
    "the contracts of a product": ["contract_products", few, () => listCovers(ctx, middleOfProducts(), { limit: 50 })],
    "a busy renter": ["contracts", maxExamined + few, () => readRenter(ctx, busy)],
    "the history of a contract": ["contracts", few, () => readContractHistory(ctx, cidOf(ctx.world, 7), {})],
  };

  test.each(Object.keys(readings))("for %s reads no more rows than it needs, however often it runs", async (name) => {
    const [table, most, read] = readings[name] as (typeof readings)[string];
    const entries = await countEntries(table, read);
    expect(entries).toBeGreaterThan(0);
    expect(entries).toBeLessThan(most);
  });
});
