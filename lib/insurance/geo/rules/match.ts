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
  const readings = spellings(text).map((spelling) => readCityName(spelling, zipcode));
  return onlyOne(cities.filter((city) => readings.some((reading) => fits(reading, readCityName(city)))));
}

function fits(written: Reading, city: Reading): boolean {
  return written.key === city.key && (written.arrondissement === undefined || written.arrondissement === city.arrondissement);
}

function squeeze(name: string): string {
  return name.replaceAll("-", "");
}

/** The text, and what its slashes may stand for: `Bolzano/Bozen` has two languages, `NOGENT/MARNE` and `Gif s/s Yvette` mean "sur". */
function spellings(text: string): string[] {
  const parts = text.split(/\/| - /);
  const slash = /(?<!\p{L})s\/s(?!\p{L})|(?<=\p{L}{2}) ?\/ ?(?=\p{L}{2})/giu;
  return [text, ...(parts.length === 2 ? parts : []), ...(slash.test(text) ? [text.replaceAll(slash, " sur ")] : [])];
}

function onlyOne(cities: readonly string[]): string | undefined {
  return cities.length === 1 ? cities[0] : undefined;
}

const departments = /^(?:0[1-9]|[1-8]\d|9[0-5]|97[1-8]|98[4-8])/;

/** True for the address of a large receiver: its zipcode is one of a sorting office, and its city need be no commune. */
function isCedexAddress(country: CityCountry, zipcode: string, city: string): boolean {
  const isZipcode =
    /^\d{5}$/.test(zipcode) && (country === "RE" ? zipcode.startsWith("974") : country === "FR" && departments.test(zipcode));
  return isZipcode && hasAtMost(maxNameLength, city) && /[A-Z]-CEDEX(?:-|$)/.test(normalForm(city));
}

/** `cities` must hold every city of the zipcodes that are looked up. */
export function cityFinder(cities: readonly City[]): CityFinder {
  return (country, zipcode, city) => {
    const ofZipcode = cities.filter((known) => known.country === country && known.zipcode === zipcode);
    const [names, formerNames] = [false, true].map((former) => ofZipcode.filter((each) => each.former === former).map(({ name }) => name));
    const match = matchCity(city, zipcode, names ?? []) ?? matchCity(city, zipcode, formerNames ?? []);
    if (match !== undefined) return { status: "known", city: match };
    // A CEDEX zipcode belongs to no commune (rules/renters.md#geo-7).
    if (isCedexAddress(country, zipcode, city)) return { status: "known", city: city.trim() };
    return names === undefined || names.length === 0 ? { status: "unknown_zipcode" } : { status: "unknown_city", cities: names };
  };
}
