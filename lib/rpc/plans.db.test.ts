import { join } from "node:path";
import { sql as part } from "drizzle-orm";
import { expect, inject, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { correct } from "#lib/account/search/correct.ts";
import { gatherFor } from "#lib/account/search/gather.ts";
import { searchFor, searchKinds } from "#lib/account/search/sources.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { apiLists, openSandbox } from "#lib/developer/recipes/sandbox.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { copyRows, pretendRows } from "#lib/platform/database/many-rows.fixture.ts";
import { markedPlans, plansOf } from "#lib/platform/database/observed-plans.fixture.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";
import { everyProcedure } from "#lib/rpc/every-procedure.fixture.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";
import { readTestSettings } from "#scripts/settings.ts";

await vi.hoisted(async () => {
  const { completeEnvironment } = await import("#scripts/settings.ts");
  completeEnvironment({ LOG_LEVEL: "silent" });
  const { useOwnDatabase } = await import("#e2e/setup/own-database.ts");
  const { markedPlans: parameters } = await import("#lib/platform/database/observed-plans.fixture.ts");
  await useOwnDatabase({ parameters });
});

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

/** Looks for a text that is too common for its indexes, which is checked on the newest rows one by one. */
async function searchCommon({ world }: { world: Pick<World, "id"> }): Promise<void> {
  for (const kind of searchKinds.filter((one) => one !== "renters")) {
    const { table, key, matches } = searchFor(kind, "bike", world.id);
    const newest = part`select * from ${part.raw(table)} where world_id = ${world.id} order by ${part.raw(key)} desc limit ${part.raw(String(maxExamined))}`;
    await readOnReplica((pool) => runUnprepared(pool, part`select ${matches} from (${newest}) r`));
  }
  for (const scope of [world.id, "everywhere"] as const) {
    await correct("Quatremerre", scope);
    await gatherFor("contracts", "Lundi Quatremère", scope);
    for (const typed of ["Quatremère", "01M8J2RQXEBNGEQCAS382P0ZMG"]) {
      for (const kind of ["calls", "events", "deliveries"] as const) await gatherFor(kind, typed, scope);
    }
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
      await searchCommon(sandbox.context);
    };
    const scanned = [...(await scansOf(manyRows, read)), ...(await scansOf(someRows, () => searchCommon(sandbox.context)))];
    await sandbox.close();
    expect(answered).toEqual(
      expect.arrayContaining(["contracts.list", "claims.list", "overview.read", "overview.portfolio", "statements.list"]),
    );
    expect(scanned).toEqual([]);
  },
  120_000,
);
