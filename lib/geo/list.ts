import { sql } from "#db/client.ts";
import type { Country } from "#lib/geo/schema.ts";

/** The cities of a country's zipcode in normal form, in alphabetical order; the same for every caller (resolutions.md § 6 Geo). */
export async function listCities(country: Country, zipcode: string): Promise<string[]> {
  const rows = await sql<
    { name: string }[]
  >`select name from cities where country = ${country} and zipcode = ${zipcode} order by name collate "C"`;
  return rows.map(({ name }) => name);
}
