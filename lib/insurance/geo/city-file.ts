import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { City } from "#lib/insurance/geo/schema.ts";

const file = join(import.meta.dirname, "../../../db/geo/cities.txt");

/** Reads db/geo/cities.txt, whose README names the sources. */
export function readCityFile(): (City & { population: number })[] {
  const cities: (City & { population: number })[] = [];
  let section: Pick<City, "country" | "former"> | undefined;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [title, country, former] = /^(FR|IT|RE)( former)?$/.exec(line) ?? [];
    if (title !== undefined) {
      section = { country: country as City["country"], former: former !== undefined };
      continue;
    }
    if (section === undefined) throw new Error(`db/geo/cities.txt has the line "${line}" before its country`);
    const [zipcode = "", ...entries] = line.split(" ");
    for (const entry of entries) {
      const [name = "", population = "0"] = entry.split("=");
      cities.push({ ...section, zipcode, name, population: Number(population) });
    }
  }
  return cities;
}
