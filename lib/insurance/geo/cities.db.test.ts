import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { findReferenced } from "#lib/insurance/contracts/find.ts";
import type { References } from "#lib/insurance/contracts/rules/references.ts";
import { loadCities, readCityFile } from "#lib/insurance/geo/load-cities.ts";
import { listCities, suggest } from "#lib/insurance/geo/suggest.ts";

const findCities = async (zipcodes: References["zipcodes"]) =>
  (await findReferenced({ id: 0 }, { uid: undefined, productIds: [], zipcodes }, new Date())).cities;

describe("the cities of a zipcode", () => {
  // rules/renters.md#geo-3
  test.each([
    ["FR", "75002", ["PARIS-2EME-ARRONDISSEMENT"]],
    ["FR", "75116", ["PARIS-16EME-ARRONDISSEMENT"]],
    ["FR", "75 116", ["PARIS-16EME-ARRONDISSEMENT"]],
    ["FR", "01000", ["BOURG-EN-BRESSE", "SAINT-DENIS-LES-BOURG"]],
    ["FR", "97400", ["SAINT-DENIS"]],
    ["FR", "59160", ["CAPINGHEM", "LILLE"]],
    ["RE", "97400", ["SAINT-DENIS"]],
    ["RE", "75002", []],
    ["FR", "20121", ["AZZANA", "PASTRICCIOLA", "REZZA", "ROSAZIA", "SALICE"]],
    ["IT", "20121", ["MILANO"]],
    ["BE", "1000", []],
    ["FR", "99999", []],
    ["FR", "7500%", []],
    ["FR", "' or true --", []],
    ["FR", "7".repeat(10_000), []],
  ] as const)("%s %.20s", async (country, zipcode, cities) => {
    expect(await listCities(country, zipcode)).toEqual(cities);
  });

  test("of several zipcodes are returned together, each in its country", async () => {
    const places = [
      { country: "FR", zipcode: "75002" },
      { country: "IT", zipcode: "20121" },
      { country: "IT", zipcode: "20121" },
      { country: "BE", zipcode: "75002" },
      { country: "FR", zipcode: "99999" },
    ] as References["zipcodes"];
    expect(await findCities(places)).toEqual([
      { country: "FR", zipcode: "75002", name: "PARIS-2EME-ARRONDISSEMENT", former: false },
      { country: "IT", zipcode: "20121", name: "MILANO", former: false },
    ]);
    expect(await findCities([])).toEqual([]);
  });
});

describe("suggestions", () => {
  test.each([
    ["FR", "grenble", "GRENOBLE 38000"],
    ["FR", "st etienne", "SAINT-ETIENNE 42000"],
    ["FR", "St Etienne", "SAINT-ETIENNE 42000"],
    ["FR", "saint-étienne", "SAINT-ETIENNE 42000"],
    ["FR", "L’Isle-d’Abeau", "L-ISLE-D-ABEAU 38080"],
    ["FR", "l'isle d'abeau", "L-ISLE-D-ABEAU 38080"],
    ["FR", "Isle d Abeau", "L-ISLE-D-ABEAU 38080"],
    ["FR", "75 116", "PARIS-16EME-ARRONDISSEMENT 75116"],
    ["FR", "saint-etiene", "SAINT-ETIENNE 42000"],
    ["FR", "bordeau", "BORDEAUX 33000"],
    ["FR", "tolouse", "TOULOUSE 31000"],
    ["FR", "niec", "NICE 06000"],
    ["FR", "paris", "PARIS-1ER-ARRONDISSEMENT 75001"],
    ["FR", "Paris 2ème", "PARIS-2EME-ARRONDISSEMENT 75002"],
    ["FR", "marseile 8", "MARSEILLE-8EME-ARRONDISSEMENT 13008"],
    ["FR", "75116", "PARIS-16EME-ARRONDISSEMENT 75116"],
    ["IT", "Milan", "MILANO 20121"],
    ["IT", "reggio emilia", "REGGIO-NELL-EMILIA 42121"],
    ["RE", "st deni", "SAINT-DENIS 97400"],
    // rules/renters.md#geo-9
    ["FR", "ivry", "IVRY-SUR-SEINE 94200"],
    ["FR", "montreuil", "MONTREUIL 93100"],
    ["FR", "ascq", "VILLENEUVE-D-ASCQ 59491"],
    // rules/renters.md#geo-6
    ["FR", "NANTES CEDEX 1", "NANTES 44000"],
    // rules/renters.md#geo-8
    ["FR", "lomme", "LOMME 59000"],
  ] as const)("%s %s: first %s", async (country, text, first) => {
    const [suggestion] = await suggest(country, text);
    expect(`${suggestion?.ville} ${suggestion?.zipcode}`).toBe(first);
  });

  test.each(["p", "75", "7", "saint", "villeneuv", "l", "lion"])(
    "for %s are at most 30 real cities, the best match first",
    async (text) => {
      const suggestions = await suggest("FR", text);
      const confidences = suggestions.map(({ confidence }) => confidence);
      expect(suggestions.length).toBeGreaterThan(0);
      expect(suggestions.length).toBeLessThanOrEqual(30);
      expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
      expect(confidences.every((confidence) => confidence > 0 && confidence <= 1)).toBe(true);
      const known = await findCities(suggestions.map(({ zipcode }) => ({ country: "FR", zipcode })));
      const names = new Set(known.map(({ zipcode, name }) => `${zipcode} ${name}`));
      expect(suggestions.filter(({ zipcode, ville }) => !names.has(`${zipcode} ${ville}`))).toEqual([]);
      expect(new Set(suggestions.map(({ zipcode, ville }) => `${zipcode} ${ville}`)).size).toBe(suggestions.length);
    },
  );

  test("for the beginning of a zipcode start with it, with more confidence the longer it is", async () => {
    const begun = await suggest("FR", "69 00");
    expect(begun.map(({ zipcode }) => zipcode)).toEqual(["69001", "69002", "69003", "69004", "69005", "69006", "69007", "69008", "69009"]);
    expect(begun[0]?.confidence).toBe(0.8);
    expect((await suggest("FR", "69001"))[0]?.confidence).toBe(1);
    expect(await suggest("FR", "690011")).toEqual([]);
  });

  test.each(["%", "_", "\\", "%%%", "''", "---", "   ", "東京", "zzzzzzzz", "x".repeat(100)])("for %.10s are empty", async (text) => {
    expect(await suggest("FR", text)).toEqual([]);
  });

  test("for BE are empty", async () => {
    expect(await suggest("BE", "brux")).toEqual([]);
    expect(await suggest("BE", "1000")).toEqual([]);
  });

  test("read an index, and never the whole table", async () => {
    const beginning = await sql`explain select name from cities where country = 'FR' and (name like 'GREN%' or key like 'GREN%')`;
    const similar = await sql`explain select name from cities where country = 'FR' and key % 'GRENBLE'`;
    expect(JSON.stringify(beginning)).toContain("cities_name_prefix");
    const word = await sql`explain select name from cities where country = 'FR' and key like '%-VIEUX%'`;
    expect(JSON.stringify(similar)).toContain("cities_key_trigrams");
    expect(JSON.stringify(word)).toContain("cities_key_trigrams");
    expect(JSON.stringify([beginning, similar, word])).not.toContain("Seq Scan");
  });
});

async function countCities(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from cities`;
  return row?.count ?? 0;
}

test("an edition that is already loaded is not loaded again", async () => {
  expect(await loadCities(sql)).toBe(false);
  expect(await countCities()).toBe(readCityFile().length);
});

test("if two instances find a new edition, one of them loads it", async () => {
  await sql`update cities_edition set edition = 'the one before'`;
  const loaded = await Promise.all([loadCities(sql), loadCities(sql)]);
  expect(loaded.toSorted()).toEqual([false, true]);
  expect(await countCities()).toBe(readCityFile().length);
});
