import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeContract, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { listLedgerMismatches, repairStatements } from "#scripts/admin/commands.ts";
import { databaseChecks } from "#scripts/admin/doctor-database.ts";

// A database of its own, since the commands read all contracts.
await useOwnDatabase();

const ctx = () => operatorContext("ada", currentTime());

// rules/statements.md#ledger-5
test("the command repairs the ledger on demand, and it and doctor name what cannot be repaired until it is", async () => {
  const shop = await openShop();
  const [kept, poisoned] = await Promise.all([1, 2].map(() => makeContract(shop, "LMD", currentTime(), 3)));
  for (const cid of [kept, poisoned]) await sql`delete from premium_entries where cid = ${cid ?? ""}`;
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on premium_entries for each row when (new.cid = '${poisoned}') execute function refuse()`);
  await expect(repairStatements(ctx())).rejects.toThrow("of 1 contracts do not add up");
  expect(await listLedgerMismatches()).toMatchObject({ data: { mismatches: 1, contracts: [poisoned] } });
  expect(await databaseChecks["ledger"]?.()).toEqual(["wrong", expect.stringContaining("the entries of 1 contracts do not add up")]);

  await sql`drop trigger refuse on premium_entries`;
  expect(await repairStatements(ctx())).toMatchObject({ data: { repaired: 1 } });
  expect(await listLedgerMismatches()).toMatchObject({ data: { mismatches: 0, contracts: [] } });
  expect(await databaseChecks["ledger"]?.()).toEqual(["good", expect.stringContaining("with 1 contracts repaired")]);
});
