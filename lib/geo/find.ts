import { sql } from "#db/client.ts";
import type { City } from "#lib/geo/schema.ts";

/** The cities of several zipcodes at once, by name; nothing for a zipcode that is unknown or in a country without a list. */
export async function findCities(places: readonly { country: string; zipcode: string }[]): Promise<City[]> {
  if (places.length === 0) return [];
  const [countries, zipcodes] = [places.map(({ country }) => country), places.map(({ zipcode }) => zipcode)];
  // Each array in a query of its own: where Postgres sees how long it is, it plans each time anew, for three times the cost.
  return sql<City[]>`
    select country, zipcode, name from cities
    where (country, zipcode) in (select * from unnest((select ${countries}::text[]), (select ${zipcodes}::text[])))
    order by country, zipcode, name collate "C"`;
}
