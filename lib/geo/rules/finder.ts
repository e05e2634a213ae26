import type { CityFinder } from "#lib/contracts/rules/parties.ts";
import { matchCity } from "#lib/geo/rules/match.ts";
import type { City } from "#lib/geo/schema.ts";

/** A look-up in cities that are loaded already; every city of a zipcode that is asked for must be among them. */
export function cityFinder(cities: readonly City[]): CityFinder {
  return (country, zipcode, city) => {
    const names = cities.filter((known) => known.country === country && known.zipcode === zipcode).map(({ name }) => name);
    if (names.length === 0) return { status: "unknown_zipcode" };
    const match = matchCity(city, zipcode, names);
    return match === undefined ? { status: "unknown_city", cities: names } : { status: "known", city: match };
  };
}
