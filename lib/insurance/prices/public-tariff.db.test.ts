import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { findReferenced } from "#lib/insurance/contracts/find.ts";
import { findTariffInForce } from "#lib/insurance/prices/find.ts";
import { ensurePublicTariff, publicTariff } from "#lib/insurance/prices/public-tariff.ts";

test("a migrated database has the public tariff once, however many instances start", async () => {
  await Promise.all([ensurePublicTariff(db), ensurePublicTariff(db)]);
  const versions = await sql`select version from tariffs where name = ${publicTariff.name}`;
  expect(versions.map(({ version }) => version)).toEqual([publicTariff.version]);
  const now = new Date("2026-06-01T00:00:00.000Z");
  const { tariffId } = await findReferenced({ id: 0 }, { uid: undefined, productIds: [], zipcodes: [] }, now);
  expect(await findTariffInForce(tariffId, now)).toMatchObject(publicTariff);
});
