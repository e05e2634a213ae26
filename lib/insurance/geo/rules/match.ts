import type { cityCountries } from "#db/schema/enums.ts";
import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import type { Reading } from "#lib/insurance/geo/rules/names.ts";
import type { City } from "#lib/insurance/geo/schema.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";

const maxNameLength = 100;

/** Countries with a list of zipcodes and cities (rules/contracts.md#parties-5). */
export type CityCountry = (typeof cityCountries)[number];

/** `city` is the normal form of any accepted spelling. */
export type CityAnswer =
  | { status: "known"; city: string }
  | { status: "unknown_city"; cities: readonly string[] }
  | { status: "unknown_zipcode" };

/** An empty `city` looks up the zipcode alone. */
export type CityFinder = (country: CityCountry, zipcode: string, city: string) => CityAnswer;

/** The city of a zipcode that a text means; undefined for none or several. A sole arrondissement may be missing. */
export function matchCity(text: string, zipcode: string, cities: readonly string[]): string | undefined {
  if (!hasAtMost(maxNameLength, text)) return undefined;
  const name = squeeze(normalForm(text));
  const sameName = cities.filter((city) => squeeze(city) === name);
  if (sameName.length > 0) return onlyOne(sameName);
  const readings = [text, ...bothLanguages(text)].map((part) => readCityName(part, zipcode));
  return onlyOne(cities.filter((city) => readings.some((reading) => fits(reading, readCityName(city)))));
}

function fits(written: Reading, city: Reading): boolean {
  return written.key === city.key && (written.arrondissement === undefined || written.arrondissement === city.arrondissement);
}

function squeeze(name: string): string {
  return name.replaceAll("-", "");
}

function bothLanguages(text: string): string[] {
  const parts = text.split(/\/| - /);
  return parts.length === 2 ? parts : [];
}

function onlyOne(cities: readonly string[]): string | undefined {
  return cities.length === 1 ? cities[0] : undefined;
}

/** True for the city of a CEDEX address, such as `NANTES CEDEX 1`. */
export function isCedex(city: string): boolean {
  return hasAtMost(maxNameLength, city) && /\bcedex\b/i.test(city);
}

/** `cities` must hold every city of the zipcodes that are looked up, and those of the towns of CEDEX addresses. */
export function cityFinder(cities: readonly City[]): CityFinder {
  return (country, zipcode, city) => {
    const ofZipcode = cities.filter((known) => known.country === country && known.zipcode === zipcode);
    const names = ofZipcode.filter(({ former }) => !former).map(({ name }) => name);
    if (names.length === 0) {
      // The zipcode is that of a sorting office, which belongs to the town (rules/renters.md#geo-7).
      const isTown = (known: City) => known.country === country && isNear(known.zipcode, zipcode) && isSameTown(known.name, city, zipcode);
      return isCedex(city) && cities.some(isTown) ? { status: "known", city: city.trim() } : { status: "unknown_zipcode" };
    }
    const formerNames = ofZipcode.filter(({ former }) => former).map(({ name }) => name);
    const match = matchCity(city, zipcode, names) ?? matchCity(city, zipcode, formerNames);
    return match === undefined ? { status: "unknown_city", cities: names } : { status: "known", city: match };
  };
}

/** Zipcodes of one department: of five digits, the first two, or overseas three. */
function isNear(one: string, other: string): boolean {
  return /^\d{5}$/.test(other) && one.slice(0, one.startsWith("97") ? 3 : 2) === other.slice(0, other.startsWith("97") ? 3 : 2);
}

function isSameTown(name: string, city: string, zipcode: string): boolean {
  return readCityName(name).key === readCityName(city, zipcode).key;
}
