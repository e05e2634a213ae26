import { hasAtMost } from "#lib/characters.ts";
import { normalForm } from "#lib/geo/rules/normal-form.ts";
import { readCityName } from "#lib/geo/rules/reading.ts";
import type { Reading } from "#lib/geo/rules/reading.ts";

const longestName = 100;

/**
 * The city of a zipcode that a text clearly means, in normal form; undefined where none or several fit (resolutions.md § 3, Parties).
 * A city in arrondissements may be written without one where the zipcode leaves only one of them.
 */
export function matchCity(text: string, zipcode: string, cities: readonly string[]): string | undefined {
  if (!hasAtMost(longestName, text)) return undefined;
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
