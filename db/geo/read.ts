import { readFileSync } from "node:fs";
import type { City } from "#lib/insurance/geo/schema.ts";

/** Reads cities.txt; README.md names its sources. */
export function readCityFile(): City[] {
  const cities: City[] = [];
  let country: City["country"] | undefined;
  for (const line of readFileSync(new URL("cities.txt", import.meta.url), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line === "FR" || line === "IT" || line === "RE") {
      country = line;
      continue;
    }
    if (country === undefined) throw new Error(`db/geo/cities.txt has the line "${line}" before its country`);
    const [zipcode = "", ...names] = line.split(" ");
    for (const name of names) cities.push({ country, zipcode, name });
  }
  return cities;
}
