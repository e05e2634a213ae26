import type { cityCountries } from "#db/schema/enums.ts";
import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import type { Reading } from "#lib/insurance/geo/rules/names.ts";
import type { City } from "#lib/insurance/geo/schema.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";

export interface ComparedCity {
  name: string;
  key: string;
  population: number;
}

/** The confidence in a complete name that is not in normal form, which has 1. */
export const wholeName = 0.98;

/** The confidence in a name that begins with the text; the largest town has `span` more. */
const beginning = { least: 0.9, span: 0.07 };

const wordBeginning = { least: 0.85, span: 0.04 };

/** The highest confidence by resemblance, below every beginning. */
const mostBySimilarity = 0.84;

const largestPopulation = 10_000_000;

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

/**
 * The confidence, from 0 to 1 in hundredths, that a text means a city: its name, then its beginning, then that of a word in it, then
 * resemblance. Larger towns have more among beginnings (rules/renters.md#geo-9).
 */
export function resemblanceTo(text: string): (city: ComparedCity) => number {
  const name = normalForm(text);
  const { key, arrondissement } = readCityName(text);
  return (city) => {
    const sameArrondissement = arrondissement === undefined || arrondissement === readCityName(city.name).arrondissement;
    const compared: [string, string][] = [[name, city.name], ...(sameArrondissement ? [[key, city.key] as [string, string]] : [])];
    const isSome = (holds: (written: string, meant: string) => boolean) =>
      compared.some(([written, meant]) => written !== "" && holds(written, meant));
    if (city.name === name) return 1;
    if (sameArrondissement && city.key === key) return wholeName;
    const size = Math.min(1, Math.log(1 + city.population) / Math.log(largestPopulation));
    if (isSome((written, meant) => meant.startsWith(written))) return inHundredths(beginning.least + beginning.span * size);
    if (isSome((written, meant) => meant.includes(`-${written}`))) return inHundredths(wordBeginning.least + wordBeginning.span * size);
    return inHundredths(mostBySimilarity * Math.max(...compared.map(([written, meant]) => similarity(written, meant))));
  };
}

function similarity(written: string, meant: string): number {
  return written === "" ? 0 : 1 - editDistance(written, meant) / Math.max(written.length, meant.length);
}

function inHundredths(confidence: number): number {
  return Math.round(100 * confidence) / 100;
}
