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

/** A body for `POST /contracts`: a company leases a bike that the body describes, for two years. */
export interface NewContract {
  uid: string;
  contract_type: string;
  end_date: string;
  options: string[];
  products: [
    { product_type: string; product_subtype: string; value_excl: number; brand: string; model: string; data: Record<string, string> },
  ];
  company: Record<string, string>;
}

export interface Subject {
  worldId: number;
  key: string;
  keyHash: string;
  cids: string[];
  /** A body for `POST /contracts`: a company leases two bikes for two years. */
  newContract: unknown;
  newInlineContract: NewContract;
  postgresVersion: string;
}

const dataOf = (number: number) => ({ user_name: "Ada Martin", product_marked: `BC-${number}` });

/** Creates a partner without limits, its catalogue and contracts in an empty database. */
export async function prepareSubject(running: Running, dataDir: string): Promise<Subject> {
  running.onStop(() => sql.end());
  const ctx = operatorContext("benchmark", new Date());
  const [partner] = (await seedDemo({ url: "http://127.0.0.1", dataDir })).partners;
  if (partner === undefined) throw new Error("the demo data has no partner");
  const key = partner.productionKey;
  const bikes = partner.products.production.filter(({ product_type }) => product_type === "bike");
  const common = {
    uid: partner.renters[0] ?? "",
    contract_type: "LLD",
    end_date: addMonths(ctx.now, 24, insurerCalendar).toISOString(),
    options: ["break", "theft", "company", "pro"],
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
  const newContract = { ...common, products: bikes.slice(0, 2).map(({ product_id }, index) => ({ product_id, data: dataOf(index) })) };
  const inline = {
    product_type: "bike",
    product_subtype: "electric",
    value_excl: 2400,
    brand: "Moustache",
    model: "Lundi 27",
    data: dataOf(2),
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
    worldId: entered.world.id,
    key,
    keyHash: hashKeyText(key),
    cids,
    newContract,
    newInlineContract: { ...common, products: [inline] },
    postgresVersion: server?.version ?? "",
  };
}
