import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { findTrafficThings } from "#lib/account/search/traffic.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { listForPortal as listEvents } from "#lib/developer/events/list-for-portal.ts";
import { apiLists, openSandbox } from "#lib/developer/recipes/sandbox.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { copyRows, pretendRows } from "#lib/platform/database/many-rows.fixture.ts";
import { markedPlans, plansOf } from "#lib/platform/database/observed-plans.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { everyProcedure } from "#lib/rpc/every-procedure.fixture.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";
import { readTestSettings } from "#scripts/settings.ts";

await useOwnDatabase({ parameters: markedPlans });
changeSettings({ LOG_LEVEL: "silent" });

/** The rows of all partners together after a year, and after many. A small table tempts to be read as a whole for a page of rows. */
const [someRows, manyRows] = [200_000, 3_000_000];
const large = [
  ...["contracts", "contract_products", "products", "automatic_renewals", "claims", "claim_documents", "claim_links", "settlements"],
  ...["premium_entries", "events", "deliveries", "delivery_queue", "delivery_attempts", "calls", "idempotency_keys", "audit_entries"],
];

/** Nineteen of twenty rows belong to another environment, as where there are many. */
async function giveAway(worldId: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const tables = await tx<{ name: string }[]>`
      select relname as name from pg_class c where relname = any(${large}::text[]) and relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'world_id')`;
    for (const { name } of tables) await tx`update ${tx(name)} set world_id = ${worldId} where random() < 0.95`;
  });
}

/** Everything that a page reads with no more than the environment; procedures that need more input are refused before they read. */
async function readPages(partnerId: string): Promise<string[]> {
  const answer = answerWith(procedures);
  const sessions = [
    await makeSessionCookie(await makeUser({ role: "owner", partnerId })),
    await makeSessionCookie(await makeUser("support")),
    await makeSessionCookie(await makeUser("handler")),
    await makeSessionCookie(await makeUser("administrator")),
  ];
  const answered = new Set<string>();
  for (const [path, { _def: described }] of Object.entries(everyProcedure)) {
    if (described.type !== "query") continue;
    for (const cookie of sessions) {
      const address = procedureAddress(path, { environment: "development" });
      const { status } = await answer(new Request(`http://localhost:3000${address}`, { headers: { cookie } }));
      // A copied row has an identifier that its reader may refuse, once it was read.
      if (status !== 400 && status !== 403) answered.add(path);
    }
  }
  return [...answered];
}

/** Looks for traffic by what it is about, by identifiers, by an error and by a path. */
async function searchTraffic({ world }: Parameters<typeof listEvents>[0]): Promise<void> {
  const [id] = await sql<{ id: string }[]>`select cid as id from contracts where world_id = ${world.id} order by created_at desc limit 1`;
  const ctx = { world, realTime: currentTime() };
  for (const search of [id?.id ?? "", "exec_01M8J2RQXEBNGEQCAS382P0ZMG", "evt_01M8J2RQXEBNGEQCAS382P0ZMG", "1051", "/v2/contracts"]) {
    const query = { search, limit: 25, before: undefined, after: undefined };
    await Promise.all([listCalls(ctx, query), listEvents(ctx, query), listDeliveries(ctx, query)]);
    for (const scope of [world.id, "everywhere"] as const) await findTrafficThings(search, scope, 4);
  }
}

/** The statements that read a large table from beginning to end while `read` runs, where each has so many rows. */
async function scansOf(rowsPerTable: number, read: () => Promise<void>): Promise<string[]> {
  await pretendRows(large, rowsPerTable);
  const rows = await sql<{ name: string }[]>`select relname as name from pg_class where relkind = 'r' and reltuples >= ${rowsPerTable}`;
  const isLarge = new Set(rows.map(({ name }) => name));
  const plans = await plansOf(join(inject("dataDirectory"), "postgres.log"), read, markedPlans);
  const reading = plans.map(({ statement, scanned }) => ({ statement, tables: scanned.filter((table) => isLarge.has(table)) }));
  const found = reading.filter(({ tables }) => tables.length > 0);
  return [...new Set(found.map(({ statement, tables }) => `${tables.join()}: ${statement.slice(0, 300)}`))];
}

/** How a list ends, which no index depends on. */
const ofAnyList = ["limit", "wait"];
/** The months are read by the page's procedure, which is the same. */
const noLists = ["/sandbox/clock", "/claims/requirements", "/statements"];

test("every list of the API and each of its filters is among those whose plans are looked at", () => {
  const lists = endpoints.filter(({ method, path }) => method === "GET" && !path.includes("{") && !noLists.includes(path));
  const missing = lists.flatMap(({ path, query }) =>
    ["", ...Object.keys(query?.shape ?? {}).filter((name) => !ofAnyList.includes(name))]
      .filter((name) => !apiLists.some((list) => list.split("?")[0] === path && (name === "" || list.includes(`${name}=`))))
      .map((name) => `${path} ${name}`),
  );
  expect(missing).toEqual([]);
});

// Its log is read where it is on this machine.
test.skipIf(readTestSettings().TEST_DATABASE_URL !== undefined)(
  "no page and no list of the API reads a large table from beginning to end",
  async () => {
    const sandbox = await openSandbox();
    await sandbox.runRecipes();
    await sandbox.deliverAll();
    await copyRows(large);
    await giveAway((await makePartner()).worlds.development.id);
    let answered: string[] = [];
    const read = async () => {
      await sandbox.readLists();
      answered = await readPages(sandbox.context.world.partnerId);
      await searchTraffic(sandbox.context);
    };
    const scanned = [...(await scansOf(manyRows, read)), ...(await scansOf(someRows, () => searchTraffic(sandbox.context)))];
    await sandbox.close();
    expect(answered).toEqual(
      expect.arrayContaining(["contracts.list", "claims.list", "overview.read", "overview.portfolio", "statements.list"]),
    );
    expect(scanned).toEqual([]);
  },
  120_000,
);
