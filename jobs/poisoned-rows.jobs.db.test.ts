import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { isTransient } from "#db/driver.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { makeContracts, makeRenewedContract, makeShop, subjectsOf } from "#jobs/contracts.fixture.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { log } from "#lib/platform/log/log.ts";

await useOwnDatabase();

const day = 86_400_000;
const later = (from: Date, days: number) => new Date(from.getTime() + days * day);

// The failures are intended.
beforeAll(() => void (log.level = "silent"));
afterEach(async () => {
  await sql.unsafe(
    "drop trigger if exists poisoned on contracts; drop trigger if exists poisoned on automatic_renewals; drop function if exists refuse_poisoned()",
  );
});

/** Makes every write of these rows fail, like an unexpected constraint, or runs a statement instead. */
async function poison(
  table: "contracts" | "automatic_renewals",
  key: "cid" | "arid",
  ids: readonly string[],
  fail = "raise exception 'this row is poisoned'",
): Promise<void> {
  await sql.unsafe(`
    create function refuse_poisoned() returns trigger language plpgsql as $$ begin ${fail}; return new; end $$;
    create trigger poisoned before update on ${table} for each row when (old.${key} in (${ids.map((id) => `'${id}'`).join(", ")})) execute function refuse_poisoned()`);
}

async function readStatuses(cids: readonly string[]): Promise<string[]> {
  const rows = await sql<
    { status: string }[]
  >`select status from contracts where cid = any(${cids as string[]}::text[]) order by end_date, cid`;
  return rows.map(({ status }) => status);
}

describe("one row that always fails", () => {
  test("among 50 due contracts does not block the others, and ends once it is repaired", async () => {
    const shop = await makeShop(new Date());
    const cids = await makeContracts(shop, 50);
    const poisoned = cids[20] ?? "";
    await poison("contracts", "cid", [poisoned]);
    const now = later(shop.now, 9);
    await endDueContracts(now, { batchSize: 20 });
    expect(await readStatuses(cids)).toEqual(cids.map((cid) => (cid === poisoned ? "open" : "closed")));
    expect((await subjectsOf(shop, "v2.contract.closed")).toSorted()).toEqual(cids.filter((cid) => cid !== poisoned));

    await sql.unsafe("drop trigger poisoned on contracts");
    await endDueContracts(later(now, 1), { batchSize: 20 });
    expect(await readStatuses(cids)).toEqual(cids.map(() => "closed"));
    expect(await subjectsOf(shop, "v2.contract.closed")).toHaveLength(50);
  });

  test("because its tariff cannot be read does not block the other contracts", async () => {
    const shop = await makeShop(new Date());
    const cids = await makeContracts(shop, 10);
    const [poisoned = ""] = cids;
    const tariff = `trf_${poisoned}`;
    await sql`insert into tariffs (id, name, version, effective_from, rates) values (${tariff}, ${tariff}, '1', now(), '{}')`;
    const [before] = await sql<{ tariffId: string }[]>`select tariff_id from contracts where cid = ${poisoned}`;
    await sql`update contracts set tariff_id = ${tariff} where cid = ${poisoned}`;
    await endDueContracts(later(shop.now, 9));
    expect(await readStatuses(cids)).toEqual(cids.map((cid) => (cid === poisoned ? "open" : "closed")));
    await sql`update contracts set tariff_id = ${before?.tariffId ?? ""} where cid = ${poisoned}`;
    await endDueContracts(later(shop.now, 10));
    expect(await readStatuses(cids)).toEqual(cids.map(() => "closed"));
  });

  test("among renewals does not block other notices", async () => {
    const shop = await makeShop(new Date());
    const cids: string[] = [];
    for (let index = 0; index < 10; index += 1) cids.push(await makeRenewedContract(shop));
    const [poisoned = ""] = cids;
    const [renewal] = await sql<{ arid: string }[]>`select arid from automatic_renewals where cid = ${poisoned}`;
    await poison("automatic_renewals", "arid", [renewal?.arid ?? ""]);
    await notifyDueRenewals(later(shop.now, 65), { batchSize: 4 });
    expect((await subjectsOf(shop, "v2.contract.renewal.notification")).toSorted()).toEqual(cids.slice(1).toSorted());
  });
});

test.each([
  ["loses its connection", "perform pg_terminate_backend(pg_backend_pid())"],
  ["is the victim of a deadlock", "raise exception using errcode = 'deadlock_detected'"],
])("a single contract whose transaction %s ends in the next run and is not set aside", async (_how, fail) => {
  const shop = await makeShop(new Date());
  const cids = await makeContracts(shop, 1);
  await poison("contracts", "cid", cids, fail);
  const now = later(shop.now, 9);
  await expect(endDueContracts(now)).rejects.toSatisfy(isTransient);
  await sql.unsafe("drop trigger poisoned on contracts");
  await endDueContracts(now);
  expect(await readStatuses(cids)).toEqual(["closed"]);
});
