import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { ensurePartitions, listPartitions } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { sampleEvent } from "#lib/delivery/deliveries/queue.fixture.ts";
import { countMatching } from "#lib/delivery/deliveries/replay.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { listForPortal as listEvents } from "#lib/developer/events/list-for-portal.ts";
import { listKindsMet } from "#lib/developer/events/read-for-portal.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { list as listStatements, read as readStatement } from "#lib/insurance/statements/read.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import { readPremiums } from "#lib/insurance/statements/totals.ts";
import { verify } from "#lib/insurance/statements/verify.ts";
import { countedPlans, plansOf } from "#lib/platform/database/observed-plans.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";
import { ensureVolumePartner } from "#scripts/load/partner.ts";
import { fillVolume } from "#scripts/load/volume.ts";
import { readTestSettings } from "#scripts/settings.ts";

await useOwnDatabase({ parameters: countedPlans });

const now = new Date();
const load = { contracts: 0, claims: 0, calls: 10_000, events: 18_000, deliveries: 36_000, days: 1 };
const weeks = 8;
const contracts = 4_000;
const month = monthOf(now);

let large: PartnerContext;
let small: PartnerContext;

/** Contracts of the last 40 days with a premium each. */
async function fillContracts(worldId: number): Promise<void> {
  const at = sql`${now}::timestamptz - n * interval '40 days' / ${contracts}::int`;
  const cid = sql`'01K' || lpad(n::text, 23, '0')`;
  await sql`
    with made as (
      insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, tariff_id, created_at, updated_at)
      select ${cid}, ${worldId}, 'shop-' || n % 20, 'LMD', 'open', false, ${at}, ${at} + interval '60 days', ${at} + interval '60 days', '{break}',
        (select min(id) from tariffs), ${at}, ${at} from generate_series(1, ${contracts}::int) n returning cid, uid, created_at)
    insert into premium_entries (id, world_id, at, uid, cid, cpid, kind, amount_cents)
    select 'prem_' || cid, ${worldId}, created_at, uid, cid, 'cpid_' || cid, 'created', 1234 from made`;
}

beforeAll(async () => {
  const operator = operatorContext("tests", now);
  const volume = await ensureVolumePartner(operator);
  const { world } = volume.worlds.production;
  for (let week = weeks; week > 0; week -= 1) await ensurePartitions(sql, new Date(now.getTime() - week * 7 * 86_400_000));
  await withPatience(() => fillVolume(volume, now, load, () => undefined));
  await fillContracts(world.id);
  const partner = await makePartner();
  small = { ...asPerson(partner.contexts.production, "owner"), now, realTime: now };
  large = { ...small, world };
  await transact((tx) => emit(tx, [sampleEvent(small.world.id)], realMoment(now)));
  await closeStatements(now);
  // As where one type prevails, so that the planner hopes to meet any type soon.
  for (const { name } of await listPartitions(sql, "events")) {
    await sql`alter table ${sql(name)} alter column event_type set (n_distinct = 1)`;
  }
  await sql`vacuum analyze`;
}, 240_000);

/** What reads may meet at most: rows of tables and entries of indexes, and pages of 8 kB. */
const reads: Record<string, { read: (ctx: PartnerContext) => Promise<unknown>; rows: number; pages: number }> = {
  "the kinds of events met": { read: listKindsMet, rows: 100, pages: 1_500 },
  "a page of events": { read: (ctx) => listEvents(ctx, { limit: 25 }), rows: 500, pages: 1_500 },
  "the statements": { read: (ctx) => listStatements(ctx), rows: 1_000, pages: 2_000 },
  "the net premium of a portfolio": { read: (ctx) => readPremiums(ctx.world.id, [month], now), rows: 300, pages: 300 },
  "the deliveries to replay": { read: (ctx) => countMatching(ctx, { status: "failed" }), rows: 2_000, pages: 5_000 },
};

/** Reads of a month that the large world alone has. */
const readsOfMonth: typeof reads = {
  "the statement of an open month": { read: (ctx) => readStatement(ctx, month), rows: 1_000, pages: 2_000 },
  "a page of a statement's entries": { read: (ctx) => listEntries(ctx, { month, limit: 25 }), rows: 500, pages: 500 },
  "the hash of an open month": { read: (ctx) => verify(ctx, month), rows: 10, pages: 50 },
};

async function expectBounded({ read, rows, pages }: (typeof reads)[string], ctx: PartnerContext): Promise<void> {
  const plans = await plansOf(join(inject("dataDirectory"), "postgres.log"), () => read(ctx), countedPlans);
  const met = plans.map((plan) => ({ statement: plan.statement.slice(0, 200), rows: plan.rows, pages: plan.pages }));
  const sumOf = (what: "rows" | "pages") => met.reduce((sum, each) => sum + each[what], 0);
  expect(met.length).toBeGreaterThan(0);
  expect(sumOf("rows"), JSON.stringify(met)).toBeLessThanOrEqual(rows);
  expect(sumOf("pages"), JSON.stringify(met)).toBeLessThanOrEqual(pages);
}

// Its log is read where it is on this machine.
test.skipIf(readTestSettings().TEST_DATABASE_URL !== undefined)(
  "a page meets few rows, however many its world or another one has",
  async () => {
    for (const read of Object.values(reads)) for (const ctx of [large, small]) await expectBounded(read, ctx);
    for (const read of Object.values(readsOfMonth)) await expectBounded(read, large);
  },
);
