import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { readCityFile } from "#lib/insurance/geo/city-file.ts";
import { readCityName } from "#lib/insurance/geo/rules/names.ts";

/**
 * Fills `cities` from db/geo unless it has this edition; returns whether it did. In one transaction, so that readers see the old edition
 * until then, and concurrent starts wait.
 */
export async function loadCities(sql: Sql): Promise<boolean> {
  const rows = readCityFile().map((city) => ({ ...city, key: readCityName(city.name).key }));
  const edition = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  const loaded = await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('cities'))`;
    const known = await transaction`select from cities_edition where edition = ${edition}`;
    if (known.length > 0) return false;
    await transaction`delete from cities`;
    await transaction`
      insert into cities (country, zipcode, name, key, population, former)
      select * from unnest(
        ${rows.map(({ country }) => country)}::text[], ${rows.map(({ zipcode }) => zipcode)}::text[],
        ${rows.map(({ name }) => name)}::text[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ population }) => population)}::int[], ${rows.map(({ former }) => String(former))}::text[]::boolean[])`;
    await transaction`delete from cities_edition`;
    await transaction`insert into cities_edition (edition) values (${edition})`;
    return true;
  });
  // Pending entries of the trigram index and dead rows would slow every search.
  if (loaded) await sql`vacuum (analyze) cities`;
  return loaded;
}
