import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { read as readContract } from "#lib/insurance/contracts/read.ts";
import { bike, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { read } from "#lib/insurance/statements/read.ts";
import { readLedgerCheck, repairLedger } from "#lib/insurance/statements/repair.ts";
import { listMismatches, verify } from "#lib/insurance/statements/verify.ts";

// A database of its own, since the job reads all contracts.
await useOwnDatabase();

const reason = "The customer bought the bike.";
const applied = { preview: false };
const now = noon("2031-06-10");
const dayMs = 86_400_000;

/** Writes the rows of a contract and its products like a release without the ledger. */
async function insertAsBefore(shop: Shop, at: Date): Promise<string> {
  const cid = await makeContract(shop, "LMD", at, 5, { products: [bike(), bike({ value_excl: 1000 })] });
  const copy = `${cid.slice(0, -1)}${cid.endsWith("0") ? "1" : "0"}`;
  await sql`
    insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, company, individual, tariff_id, created_at, updated_at)
    select ${copy}, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, company, individual, tariff_id, created_at, updated_at
    from contracts where cid = ${cid}`;
  await sql`
    insert into contract_products (cpid, cid, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents)
    select cpid || 'B', ${copy}, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents
    from contract_products where cid = ${cid}`;
  return copy;
}

/** Terminates a contract at half its price like a release without the ledger. */
async function endAsBefore(cid: string, at: Date): Promise<void> {
  await sql`
    update contracts set status = 'terminated', end_date = ${at}, ended_at = ${at}, updated_at = ${at}, end_reason = ${reason}, revision = revision + 1
    where cid = ${cid}`;
  await sql`update contract_products set status = 'terminated', price_cents = price_cents / 2, end_date = ${at}, end_reason = ${reason} where cid = ${cid}`;
}

const entriesOf = (cid: string) => sql<{ kind: string; cents: number; at: Date; happenedAt: Date | null }[]>`
  select kind, amount_cents::int as cents, at, happened_at from premium_entries where cid = ${cid} order by id`;

async function expectLedgerToEqualPrices(shop: Shop, cids: readonly string[]): Promise<void> {
  for (const cid of cids) {
    const { price } = await readContract(shop.at(now), cid);
    const sum = (await entriesOf(cid)).reduce((cents, entry) => cents + entry.cents, 0);
    expect(sum, cid).toBe(Math.round(price * 100));
  }
}

// rules/statements.md#ledger-5
test("the ledger of contracts that a release without one wrote, changed or ended beside this one is whole within a day", async () => {
  const shop = await openShop();
  const made = noon("2031-03-10");
  const ledgered = await makeContract(shop, "LMD", made, 5, { products: [bike(), bike()] });
  const unledgered = await insertAsBefore(shop, made);
  const endedByUs = await insertAsBefore(shop, made);
  const endedByThem = await insertAsBefore(shop, made);
  await closeStatements(noon("2031-04-10"));
  const march = await read(shop.at(now), "2031-03");

  await end(shop.at(noon("2031-05-10")), endedByUs, { reason }, applied);
  await endAsBefore(endedByThem, noon("2031-05-10"));
  // On the way back, the earlier release ends contracts with entries.
  await endAsBefore(ledgered, noon("2031-05-20"));
  const cids = [ledgered, unledgered, endedByUs, endedByThem];
  expect((await listMismatches()).toSorted()).toEqual(cids.toSorted());

  expect(await repairLedger(now)).toMatchObject({ repaired: 4, mismatches: 0 });
  expect(await listMismatches()).toEqual([]);
  await expectLedgerToEqualPrices(shop, cids);
  // Each entry has the date of its change, and counts where it is written.
  const missing = { kind: "created", at: now, happenedAt: made };
  expect(await entriesOf(unledgered)).toMatchObject([missing, missing]);
  expect((await entriesOf(endedByUs)).map(({ kind }) => kind)).toEqual(["terminated", "terminated", "created", "created"]);
  const corrected = { kind: "amended", at: now, happenedAt: noon("2031-05-20") };
  expect((await entriesOf(ledgered)).slice(2)).toMatchObject([corrected, corrected]);

  expect(await read(shop.at(now), "2031-03")).toEqual(march);
  expect(await verify(shop.at(now), "2031-03")).toMatchObject({ isUnchanged: true });
  // A later end is credited against the charged amount.
  await end(shop.at(noon("2031-06-20")), unledgered, { reason }, applied);
  await expectLedgerToEqualPrices(shop, cids);
});

test("a pass goes on where the last instance stopped, and begins once a day for all of them together", async () => {
  const shop = await openShop();
  const first = await insertAsBefore(shop, noon("2031-05-10"));
  const tomorrow = new Date(now.getTime() + dayMs);
  expect(await repairLedger(new Date(now.getTime() + dayMs / 2))).toMatchObject({ startedAt: now });
  expect(await listMismatches()).toEqual([first]);
  // An instance that stopped after this contract.
  await sql`update ledger_checks set started_at = ${tomorrow}, finished_at = null, after = ${first}, repaired = 0`;
  const second = await insertAsBefore(shop, noon("2031-05-11"));
  expect(await repairLedger(tomorrow)).toMatchObject({ startedAt: tomorrow, repaired: 1 });
  expect(await listMismatches()).toEqual([first]);
  await Promise.all([1, 2, 3].map(() => repairLedger(new Date(tomorrow.getTime() + dayMs))));
  expect(await listMismatches()).toEqual([]);
  await expectLedgerToEqualPrices(shop, [first, second]);
});

test("a contract that cannot be repaired fails the job until it can, and keeps no other from its repair", async () => {
  const shop = await openShop();
  const poisoned = await insertAsBefore(shop, noon("2031-05-10"));
  const other = await insertAsBefore(shop, noon("2031-05-10"));
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on premium_entries for each row when (new.cid = '${poisoned}') execute function refuse()`);
  const at = new Date(now.getTime() + 5 * dayMs);
  await expect(repairLedger(at)).rejects.toThrow("of 1 contracts do not add up");
  // Until the next pass too.
  await expect(repairLedger(new Date(at.getTime() + 3_600_000))).rejects.toThrow("of 1 contracts do not add up");
  expect(await readLedgerCheck()).toMatchObject({ mismatches: 1, repaired: 1 });
  expect(await listMismatches()).toEqual([poisoned]);
  await expectLedgerToEqualPrices(shop, [other]);
  await sql`drop trigger refuse on premium_entries`;
  expect(await repairLedger(new Date(at.getTime() + 7_200_000), { isDue: true })).toMatchObject({ mismatches: 0, repaired: 1 });
});

test("a test contract of a production world gets no entries, and loses those that it should not have", async () => {
  const shop = await openShop(["test_contracts"]);
  const cid = await makeContract(shop, "LMD", noon("2031-05-10"), 3);
  await sql`update contracts set test = true where cid = ${cid}`;
  await repairLedger(now, { isDue: true });
  expect((await entriesOf(cid)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
});
