import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { loadCities } from "#db/geo/load.ts";
import { readCityFile } from "#db/geo/read.ts";

async function countCities(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from cities`;
  return row?.count ?? 0;
}

test("an edition that is there is not loaded again", async () => {
  expect(await loadCities(sql)).toBe(false);
  expect(await countCities()).toBe(readCityFile().length);
});

test("of two instances that find another edition one replaces it", async () => {
  await sql`update cities_edition set edition = 'the one before'`;
  const loaded = await Promise.all([loadCities(sql), loadCities(sql)]);
  expect(loaded.toSorted()).toEqual([false, true]);
  expect(await countCities()).toBe(readCityFile().length);
});
