import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { connectTo } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { listAttached } from "#lib/insurance/renters/list.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

/** A database whose own functions know no letters but those of ASCII. */
const { url, remove } = await createDatabase(inject("databaseServer"), "template0 encoding 'UTF8' locale_provider libc locale 'C'");
afterAll(remove);
await migrateDatabase(url);
await connectTo(url);

const names = [
  "Øyvind Berg",
  "Łukasik Rowery",
  "Œuvrard Cycles",
  "Ægir Sport",
  "Иван Петров",
  "Ποδήλατα Νίκος",
  "STRAẞE Bikes",
  "Đorđe",
  "Þór Hjól",
];
let find: (typed: string) => Promise<string[]>;

beforeAll(async () => {
  const { contexts } = await makePartner();
  for (const [place, name] of names.entries()) {
    await register(operatorContext("tests", currentTime()), { uid: `shop-${place}`, company: { ...sampleCompany, company_name: name } });
    await attachOpened(contexts.production, `shop-${place}`);
  }
  await indexNow();
  const owner = { ...asPerson(contexts.production, "owner"), ...realMoment(currentTime()) };
  find = async (search) =>
    (await listAttached(owner, { search, limit: 25, before: undefined, after: undefined })).rows.map(({ company }) => company);
});

// rules/search.md#find-2
test.each([
  ["oyvind", "Øyvind Berg"],
  ["ØYVIND", "Øyvind Berg"],
  ["lukasik", "Łukasik Rowery"],
  ["oeuvrard", "Œuvrard Cycles"],
  ["œuvrard", "Œuvrard Cycles"],
  ["aegir", "Ægir Sport"],
  ["иван", "Иван Петров"],
  ["ПЕТРОВ", "Иван Петров"],
  ["νικος", "Ποδήλατα Νίκος"],
  ["strasse", "STRAẞE Bikes"],
  ["dorde", "Đorđe"],
  ["thor", "Þór Hjól"],
])("with lc_ctype C, %s finds %s", async (typed, name) => {
  const [row] = await sql<{ ctype: string }[]>`select datctype as ctype from pg_database where datname = current_database()`;
  expect(row?.ctype).toBe("C");
  expect(await find(typed)).toEqual([name]);
});
