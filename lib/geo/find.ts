import { sql } from "#db/client.ts";
import type { City } from "#lib/geo/schema.ts";

/** The cities of several zipcodes at once, by name; nothing for a zipcode that is unknown or in a country without a list. */
export async function findCities(places: readonly { country: string; zipcode: string }[]): Promise<City[]> {
  if (places.length === 0) return [];
  return sql<City[]>`
    select country, zipcode, name from cities
    where (country, zipcode) in (select * from unnest(${places.map(({ country }) => country)}::text[], ${places.map(({ zipcode }) => zipcode)}::text[]))
    order by country, zipcode, name collate "C"`;
}
