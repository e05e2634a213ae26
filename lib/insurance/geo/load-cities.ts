import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { readCityName } from "#lib/insurance/geo/rules/names.ts";
import type { City } from "#lib/insurance/geo/schema.ts";

const file = join(import.meta.dirname, "../../../db/geo/cities.txt");

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

/** Reads db/geo/cities.txt, whose README names the sources. */
export function readCityFile(): (City & { population: number })[] {
  const cities: (City & { population: number })[] = [];
  let section: Pick<City, "country" | "former"> | undefined;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [title, country, former] = /^(FR|IT|RE)( former)?$/.exec(line) ?? [];
    if (title !== undefined) {
      section = { country: country as City["country"], former: former !== undefined };
      continue;
    }
    if (section === undefined) throw new Error(`db/geo/cities.txt has the line "${line}" before its country`);
    const [zipcode = "", ...entries] = line.split(" ");
    for (const entry of entries) {
      const [name = "", population = "0"] = entry.split("=");
      cities.push({ ...section, zipcode, name, population: Number(population) });
    }
  }
  return cities;
}
