import { sql } from "#db/client.ts";
import { seedDemo } from "#demo/demo.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { hashKeyText } from "#lib/account/keys/secrets.ts";
import { change } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { addMonths, insurerCalendar } from "#lib/platform/time/days-and-months.ts";
import type { Running } from "#server/lifecycle.ts";

/** More contracts than connections, so that concurrent requests read different ones. */
const contractCount = 200;

/** The highest possible rate limit, which no load reaches. */
const noLimit = 2_147_483_647;

export interface Subject {
  key: string;
  keyHash: string;
  cids: string[];
  /** A body for `POST /contracts`: a company leases two bikes for two years. */
  newContract: unknown;
  postgresVersion: string;
}

/** Creates a partner without limits, its catalogue and contracts in an empty database. */
export async function prepareSubject(running: Running, dataDir: string): Promise<Subject> {
  running.onStop(() => sql.end());
  const ctx = operatorContext("benchmark", new Date());
  const [partner] = (await seedDemo({ url: "http://127.0.0.1", dataDir })).partners;
  if (partner === undefined) throw new Error("the demo data has no partner");
  const key = partner.productionKey;
  const bikes = partner.products.production.filter(({ product_type }) => product_type === "bike");
  const newContract = {
    uid: partner.renters[0],
    contract_type: "LLD",
    end_date: addMonths(ctx.now, 24, insurerCalendar).toISOString(),
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
  const world = (await findKey(key))?.world;
  if (world === undefined) throw new Error("the key of the demo data opens nothing");
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
    key,
    keyHash: hashKeyText(key),
    cids,
    newContract,
    postgresVersion: server?.version ?? "",
  };
}
