import { sql } from "#db/client.ts";
import { resemblanceTo, wholeName } from "#lib/insurance/geo/rules/match.ts";
import type { ComparedCity } from "#lib/insurance/geo/rules/match.ts";
import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import type { CitySuggestion, Country } from "#lib/insurance/geo/schema.ts";

type FoundCity = ComparedCity & { zipcode: string };

const maxSuggestions = 30;
const zipcodeLength = 5;
const minConfidence = 0.34;
/** Texts of up to so many letters match beginnings of names only, since everything resembles them. */
const maxLettersOfBeginnings = 2;
/** A typing error in a shorter name leaves too few equal trigrams. */
const maxShortName = 6;

/** Up to 30 cities by zipcode or name, by falling confidence; the same for every caller (rules/renters.md#geo-4, #geo-9). */
export async function suggest(country: Country, text: string): Promise<CitySuggestion[]> {
  const digits = text.replaceAll(/\s/g, "");
  if (/^\d+$/.test(digits)) return suggestByZipcode(country, digits);
  const name = normalForm(text);
  if (name === "") return [];
  const { key } = readCityName(text);
  const beginnings = await findBeginnings(country, name, key);
  const likeliest = rank(text, beginnings);
  if (key.length <= maxLettersOfBeginnings || likeliest.length >= maxSuggestions) return likeliest;
  const withWords = [...beginnings, ...(await findByWord(country, key))];
  // A complete name needs no guesses.
  if (likeliest.some(({ confidence }) => confidence >= wholeName)) return rank(text, withWords);
  return rank(text, [...withWords, ...(await findSimilar(country, key))]);
}

async function suggestByZipcode(country: Country, digits: string): Promise<CitySuggestion[]> {
  if (digits.length > zipcodeLength) return [];
  const cities = await sql<{ name: string; zipcode: string }[]>`
    select name, zipcode from cities
    where country = ${country} and not former and zipcode between ${digits.padEnd(zipcodeLength, "0")} and ${digits.padEnd(zipcodeLength, "9")}
    order by zipcode, name collate "C" limit ${maxSuggestions}`;
  return cities.map(({ name, zipcode }) => ({ ville: name, zipcode, confidence: digits.length / zipcodeLength }));
}

// Names and keys contain no wildcards of `like`.
async function findBeginnings(country: Country, name: string, key: string): Promise<FoundCity[]> {
  return sql<FoundCity[]>`
    select name, key, zipcode, population from cities
    where country = ${country} and (name like ${`${name}%`} or key like ${`${key}%`})
    order by (name = ${name} or key = ${key}) desc, population desc, zipcode, name limit ${maxSuggestions}`;
}

async function findByWord(country: Country, key: string): Promise<FoundCity[]> {
  return sql<FoundCity[]>`
    select name, key, zipcode, population from cities
    where country = ${country} and key like ${`%-${key}%`}
    order by population desc, zipcode, name limit ${maxSuggestions}`;
}

async function findSimilar(country: Country, key: string): Promise<FoundCity[]> {
  const similar = sql`
    select name, key, zipcode, population from cities
    where country = ${country} and key % ${key}
    order by similarity(key, ${key}) desc, population desc, zipcode, name limit ${2 * maxSuggestions}`;
  if (key.length > maxShortName) return sql<FoundCity[]>`${similar}`;
  return sql<FoundCity[]>`
    (${similar}) union
    (select name, key, zipcode, population from cities
      where country = ${country} and left(key, 1) = ${key.slice(0, 1)} and length(key) between ${key.length - 1} and ${key.length + 1})`;
}

function rank(text: string, cities: readonly FoundCity[]): CitySuggestion[] {
  const confidence = resemblanceTo(text);
  const ranked = new Map(cities.map((city) => [`${city.zipcode} ${city.name}`, { ...city, confidence: confidence(city) }]));
  return [...ranked.values()]
    .filter((city) => city.confidence >= minConfidence)
    .toSorted(
      (one, other) =>
        other.confidence - one.confidence ||
        other.population - one.population ||
        compare(one.zipcode, other.zipcode) ||
        compare(one.name, other.name),
    )
    .slice(0, maxSuggestions)
    .map(({ name, zipcode, confidence: rounded }) => ({ ville: name, zipcode, confidence: rounded }));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The cities of a zipcode in normal form and alphabetical order; the same for every caller (rules/renters.md#geo-1). */
export async function listCities(country: Country, zipcode: string): Promise<string[]> {
  const digits = zipcode.replaceAll(/\s/g, "");
  if (!/^\d+$/.test(digits)) return [];
  const rows = await sql<
    { name: string }[]
  >`select name from cities where country = ${country} and zipcode = ${digits} and not former order by name collate "C"`;
  return rows.map(({ name }) => name);
}
