import { sql } from "#db/client.ts";
import { normalForm, readCityName } from "#lib/geo/rules/names.ts";
import { resemblanceTo, wholeName } from "#lib/geo/rules/resemblance.ts";
import type { ComparedCity } from "#lib/geo/rules/resemblance.ts";
import type { CitySuggestion, Country } from "#lib/geo/schema.ts";

type FoundCity = ComparedCity & { zipcode: string };

const most = 30;
const zipcodeLength = 5;
const leastConfidence = 0.4;
/** Up to how many letters only beginnings are searched for: everything resembles them. */
const fewLetters = 2;
/** Up to how many letters a typo may leave too few trigrams alike. */
const shortName = 6;

/**
 * Up to 30 cities whose zipcode begins with the text, or whose name begins with it or resembles it, by falling confidence;
 * the same for every caller (resolutions.md § 6 Geo).
 */
export async function suggest(country: Country, text: string): Promise<CitySuggestion[]> {
  const digits = text.replaceAll(/\s/g, "");
  if (/^\d+$/.test(digits)) return suggestByZipcode(country, digits);
  const name = normalForm(text);
  if (name === "") return [];
  const { key } = readCityName(text);
  const beginnings = await findBeginnings(country, name, key);
  const likeliest = rank(text, beginnings);
  // Where a name is written out there is nothing to guess.
  if (key.length <= fewLetters || likeliest.some(({ confidence }) => confidence >= wholeName)) return likeliest;
  return rank(text, [...beginnings, ...(await findSimilar(country, key))]);
}

async function suggestByZipcode(country: Country, digits: string): Promise<CitySuggestion[]> {
  if (digits.length > zipcodeLength) return [];
  const cities = await sql<{ name: string; zipcode: string }[]>`
    select name, zipcode from cities
    where country = ${country} and zipcode between ${digits.padEnd(zipcodeLength, "0")} and ${digits.padEnd(zipcodeLength, "9")}
    order by zipcode, name collate "C" limit ${most}`;
  return cities.map(({ name, zipcode }) => ({ ville: name, zipcode, confidence: digits.length / zipcodeLength }));
}

// Names and keys have no character that means something to `like`.
async function findBeginnings(country: Country, name: string, key: string): Promise<FoundCity[]> {
  return sql<FoundCity[]>`
    select name, key, zipcode from cities
    where country = ${country} and (name like ${`${name}%`} or key like ${`${key}%`})
    order by length(key), zipcode, name limit ${most}`;
}

async function findSimilar(country: Country, key: string): Promise<FoundCity[]> {
  const similar = sql`
    select name, key, zipcode from cities
    where country = ${country} and key % ${key}
    order by similarity(key, ${key}) desc, zipcode, name limit ${2 * most}`;
  if (key.length > shortName) return sql<FoundCity[]>`${similar}`;
  return sql<FoundCity[]>`
    (${similar}) union
    (select name, key, zipcode from cities
      where country = ${country} and left(key, 1) = ${key.slice(0, 1)} and length(key) between ${key.length - 1} and ${key.length + 1})`;
}

function rank(text: string, cities: readonly FoundCity[]): CitySuggestion[] {
  const confidence = resemblanceTo(text);
  const suggestions = new Map(
    cities.map((city) => [`${city.zipcode} ${city.name}`, { ville: city.name, zipcode: city.zipcode, confidence: confidence(city) }]),
  );
  return [...suggestions.values()]
    .filter((suggestion) => suggestion.confidence >= leastConfidence)
    .toSorted((one, other) => other.confidence - one.confidence || compare(one.zipcode, other.zipcode) || compare(one.ville, other.ville))
    .slice(0, most);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The cities of a country's zipcode in normal form, in alphabetical order; the same for every caller (resolutions.md § 6 Geo). */
export async function listCities(country: Country, zipcode: string): Promise<string[]> {
  const rows = await sql<
    { name: string }[]
  >`select name from cities where country = ${country} and zipcode = ${zipcode} order by name collate "C"`;
  return rows.map(({ name }) => name);
}
