import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { Sql } from "postgres";
import { afterAll, expect, test } from "vitest";
import { connectionParameters } from "#db/connection-parameters.ts";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { installPreviousRelease, isPreviousReleaseThere, seedPreviousRelease } from "#e2e/crash/previous-release.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import { createMany, startLoad } from "#e2e/crash/steady-load.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { defaultLease } from "#lib/delivery/deliveries/lease.ts";
import { readTestSettings } from "#scripts/settings.ts";

const { UPGRADE_CONTRACTS: contracts, UPGRADE_CALLS: calls } = readTestSettings();
const perSecond = 20;
/** So many answers in each phase: five seconds. */
const phase = 100;

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function openDatabase(directory: string): Promise<{ url: string; sql: Sql }> {
  const embedded = await reserveEmbeddedPostgres(directory, { durable: true });
  const server = await embedded.start();
  undo.push(() => server.stop());
  const { url } = await createDatabase(embedded.url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: connectionParameters });
  undo.push(() => sql.end());
  return { url, sql };
}

/** The sums of everything but the contracts of the load, which nothing changes meanwhile. */
async function readSums(sql: Sql, seeded: Date, before: Date): Promise<unknown> {
  const [sums] = await sql`select
    (select count(*) from contracts where created_at < ${before}) as contracts,
    (select sum(price_cents) from contract_products join contracts c using (cid) where c.created_at < ${before}) as prices,
    (select sum(amount_cents) from premium_entries where at < ${before}) as premiums,
    (select string_agg(status || n, ' ' order by status) from (select status, count(*) n from claims group by 1) c) as claims,
    (select sum(amount_cents) from settlements) as settled,
    (select count(*) from deliveries where created_at < ${before}) as deliveries,
    (select count(*) from events where created_at < ${before}) as events,
    (select count(*) from calls where at < ${seeded}) as calls`;
  return sums;
}

test.skipIf(!isPreviousReleaseThere())(
  "this release takes over from the real one before it, and gives back, without an error, and every sum stays (needs the history of the repository)",
  { timeout: 600_000 + 30 * contracts },
  async () => {
    const previous = installPreviousRelease();
    undo.push(previous.remove);
    const directory = mkdtempSync(join(tmpdir(), "covergate-upgrade-"));
    undo.push(() => rmSync(directory, { recursive: true }));
    const { url, sql } = await openDatabase(directory);
    const environment = { ...serverEnvironment, ...testEnvironment, DATABASE_URL: url, DATA_DIR: join(directory, "data") };
    const { partners } = seedPreviousRelease(previous, environment, calls);
    const [{ developmentKey: key, renters: [uid] } = { developmentKey: "", renters: [] }] = partners;
    const shop = { key, uid: uid ?? "" };
    await sql`update partners set requests_per_minute = 1000000`;

    const place = { urlOfInstances: url, socket: "", more: { DATA_DIR: directory } };
    const settings = { lease: defaultLease, timeoutMs: 10_000 };
    const startPrevious = () => startInstance({ ...place, root: previous.root }, "localhost", settings);
    const seeded = new Date();
    const old = await startPrevious();
    await createMany(old.url, shop, contracts);
    const begun = new Date();
    const before = await readSums(sql, seeded, begun);
    const load = startLoad(shop, perSecond, old.url);
    undo.push(() => load.stop());
    await load.pass(phase);

    // The old instance answers while the database is migrated.
    await migrateDatabase(url);
    const fresh = await startInstance(place, "localhost", settings);
    await load.turnTo(old.url, fresh.url);
    await load.pass(phase);
    await load.turnTo(fresh.url);
    await old.kill();
    await load.pass(phase);

    const back = await startPrevious();
    await load.turnTo(back.url, fresh.url);
    await load.pass(phase);
    await load.turnTo(back.url);
    await fresh.kill();
    await load.pass(phase);
    await load.stop();

    process.stdout.write(`${contracts} contracts and ${calls} calls: the slowest request took ${Math.round(load.slowestMs)} ms\n`);
    expect([...load.statuses.keys()]).toEqual([200]);
    expect(await readSums(sql, seeded, begun)).toEqual(before);
    const created = await sql<{ cid: string; premium: number; price: number }[]>`
      select cid, (select sum(amount_cents) from premium_entries p where p.cid = c.cid)::float8 / 100 as premium,
        (select sum(price_cents) from contract_products p where p.cid = c.cid)::float8 / 100 as price
      from contracts c where created_at >= ${begun}`;
    const answered = [...load.contracts].map(([cid, price]) => ({ cid, premium: price, price }));
    const inOrder = (rows: readonly { cid: string }[]) => rows.toSorted((a, b) => (a.cid < b.cid ? -1 : 1));
    expect(inOrder([...created])).toEqual(inOrder(answered));
  },
);
