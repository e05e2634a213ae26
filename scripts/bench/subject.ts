import { sql } from "#db/client.ts";
import { seedDemo } from "#db/seed/demo.ts";
import type { StaffContext, World } from "#lib/context.ts";
import { create } from "#lib/contracts/create.ts";
import { findContract } from "#lib/contracts/find.ts";
import { addMonths } from "#lib/dates.ts";
import { findKey } from "#lib/keys/find.ts";
import { regenerate } from "#lib/keys/regenerate.ts";
import { hashKeyText } from "#lib/keys/secrets.ts";
import { change } from "#lib/partners/change.ts";
import { enterWorld } from "#lib/partners/enter.ts";
import type { Statement } from "#scripts/bench/ceiling.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** How many contracts are read: more than there are connections, so that requests at once ask for different ones. */
const contractCount = 200;

/** The most that a limit of requests can be: no load reaches it. */
const noLimit = 2_147_483_647;

/** What the load is about. */
export interface Subject {
  /** Keys that open one world; the first is the partner's own. */
  keys: string[];
  /** Contracts that exist, all alike. */
  cids: string[];
  /** A body for `POST /contracts`: a company leases two bikes for two years. */
  newContract: unknown;
  /** What the direct door asks Postgres for when the first of them is read alone. */
  statements: Statement[];
  postgresVersion: string;
}

/** Puts a partner without limits, with so many keys, its catalogue and a contract into an empty database. */
export async function prepareSubject(running: Running, { dataDir, keys: count }: { dataDir: string; keys: number }): Promise<Subject> {
  running.onStop(() => sql.end());
  const ctx: StaffContext = { now: new Date(), actor: { type: "staff", name: "benchmark" }, address: null };
  const [partner] = (await seedDemo({ url: "http://127.0.0.1", dataDir })).partners;
  if (partner === undefined) throw new Error("the demo data has no partner");
  const key = partner.productionKey;
  const bikes = partner.products.production.filter(({ product_type }) => product_type === "bike");
  const newContract = {
    uid: partner.renters[0],
    contract_type: "LLD",
    end_date: addMonths(ctx.now, 24).toISOString(),
    options: ["break", "theft", "company", "pro"],
    products: bikes
      .slice(0, 2)
      .map(({ product_id }, index) => ({ product_id, data: { user_name: "Ada Martin", product_marked: `BC-${index}` } })),
    company: {
      company_name: "Vélos de la Seine",
      siren: "552100554",
      first_name: "Ada",
      last_name: "Martin",
      address: "12 rue de la Paix",
      zipcode: "75002",
      city: "Paris",
      country: "FR",
    },
  };
  const hash = hashKeyText(key);
  const keyText = await captureStatement(() => findKey(key));
  const world = (await findKey(key))?.world;
  if (world === undefined) throw new Error("the key of the demo data opens nothing");
  const contractText = await captureStatement(() => findContract(world, "01JD3W7Q8ZK5T9V0XR2M4N6P8A"));
  await change(ctx, world.partnerId, { requestsPerMinute: noLimit, features: [] }, { reason: "a benchmark" });
  const entered = await enterWorld(ctx, world.partnerId, world.environment);
  const cids: string[] = [];
  while (cids.length < contractCount) {
    const { cid } = await create(entered, newContract, { preview: false });
    if (cid === undefined) throw new Error("the contract has no cid");
    cids.push(cid);
  }
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return {
    keys: [key, ...(await makeKeys(ctx, world, count - 1))],
    cids,
    newContract,
    statements: [
      { text: keyText, parameters: [[hash]] },
      { text: contractText, parameters: [[cids[0] ?? ""], [world.id]] },
    ],
    postgresVersion: server?.version ?? "",
  };
}

/** More keys of a world. They go on working beside each other while the overlap lasts. */
async function makeKeys(ctx: StaffContext, { partnerId, environment }: World, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const { text } = await regenerate(ctx, { partnerId, environment, overlap: 168, reason: "the benchmark calls with several keys" });
    keys.push(text);
  }
  return keys;
}

/** The one statement that `work` is the first to run, word for word: the driver prepares it on the pool's one connection. */
async function captureStatement(work: () => Promise<unknown>): Promise<string> {
  const before = await listPrepared();
  await work();
  const [statement, ...more] = (await listPrepared()).filter((text) => !before.includes(text));
  if (statement !== undefined && more.length === 0) return statement;
  throw new Error("reading a contract takes other statements than it did: the ceiling has to be thought over");
}

async function listPrepared(): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`select statement from pg_prepared_statements`;
  return rows.map(({ statement }) => statement);
}
