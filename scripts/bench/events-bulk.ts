import { sql } from "#db/client.ts";
import { endDueContracts } from "#lib/contracts/end-due.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { newId } from "#lib/ids.ts";
import { actOnAll } from "#lib/renewals/bulk.ts";
import { makeContract, openShop } from "#lib/renewals/shop.fixture.ts";
import type { Shop } from "#lib/renewals/shop.fixture.ts";
import { addMonths } from "#lib/time/dates.ts";
import { serveCalls } from "#scripts/bench/processes.ts";

const now = new Date();
const months = 3;
let shop: Shop | undefined;

function open(): Shop {
  if (shop === undefined) throw new Error("there are no contracts yet");
  return shop;
}

/** Runs the work and returns its seconds; throws if it did less than expected. */
async function time(expected: number, run: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const done = await run();
  const seconds = (performance.now() - started) / 1000;
  if (done !== expected) throw new Error(`${done} of ${expected} contracts were done`);
  return seconds;
}

const methods = {
  /** Copies of a three-month contract with its products, and a webhook for all event types. */
  async prepare(contracts: number): Promise<void> {
    shop = await openShop(["bulk_renewals"]);
    const worldId = shop.at(now).world.id;
    const cid = await makeContract(shop, "LMD", now, months);
    const copy = (id: "cid" | "cpid") =>
      sql`jsonb_build_object('cid', ${cid.slice(0, 18)}::text || lpad(n::text, 8, '0')) || ${id === "cpid" ? sql`jsonb_build_object('cpid', left(c.cpid, 23) || lpad(n::text, 8, '0'))` : sql`'{}'::jsonb`}`;
    await sql`
      insert into contracts select (jsonb_populate_record(c, ${copy("cid")})).* from contracts c, generate_series(1, ${contracts - 1}::int) n where c.cid = ${cid}`;
    await sql`
      insert into contract_products select (jsonb_populate_record(c, ${copy("cpid")})).* from contract_products c, generate_series(1, ${contracts - 1}::int) n where c.cid = ${cid}`;
    await sql`
      insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
      values (${newId("whk")}, ${worldId}, 'bulk', 'https://hooks.example.com/', true, ${eventTypes}, now(), now())`;
    await sql`vacuum analyze contracts, contract_products, automatic_renewals`;
  },

  addRenewals: (contracts: number): Promise<number> =>
    time(contracts, async () => {
      let changed = 0;
      for await (const page of await actOnAll(open().at(now), { add_to_all_contracts: true })) changed += page.length;
      return changed;
    }),

  /** Ends the contracts, none of which is renewed any more. */
  async close(contracts: number): Promise<number> {
    await sql`update automatic_renewals set rejected_at = ${now} where world_id = ${open().at(now).world.id}`;
    await sql`vacuum analyze automatic_renewals`;
    return time(contracts, () => endDueContracts(addMonths(now, months)));
  },
};

export type BulkMethods = typeof methods;
serveCalls(methods);
