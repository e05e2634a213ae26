import { beforeAll, describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { makePartner } from "#e2e/api/world.ts";
import { readCities, readCitiesOfCountry, suggestCities } from "#lib/geo/endpoints.ts";

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

const cities = (zipcode: string) => succeed(key, readCities, { params: { zipcode } });
const citiesOf = (country: string, zipcode: string) => succeed(key, readCitiesOfCountry, { params: { country, zipcode } });
const suggest = (country: string, zipcode: string) => succeed(key, suggestCities, { params: { country, zipcode } });

describe("the cities of a zipcode", () => {
  test("are answered in normal form, with the arrondissement of a large city", async () => {
    expect(await cities("75001")).toEqual(["PARIS-1ER-ARRONDISSEMENT"]);
    expect(await cities("69002")).toEqual(["LYON-2EME-ARRONDISSEMENT"]);
    expect(await citiesOf("IT", "20121")).toContain("MILANO");
  });

  test.each(["75 001", "75001 "])("are found for %j, as people type it", async (zipcode) => {
    expect(await cities(zipcode)).toEqual(["PARIS-1ER-ARRONDISSEMENT"]);
  });

  test("of Réunion are answered under RE and under FR", async () => {
    const saintDenis = await citiesOf("RE", "97400");
    expect(saintDenis).toContain("SAINT-DENIS");
    expect(await citiesOf("FR", "97400")).toEqual(saintDenis);
    expect(await cities("97400")).toEqual(saintDenis);
    expect(await citiesOf("RE", "75001")).toEqual([]);
  });

  test.each(["00000", "7500", "abc", "é", "'", "9".repeat(1000)])("of no zipcode, such as %s, are none", async (zipcode) => {
    expect(await cities(zipcode)).toEqual([]);
  });

  test("of a country that is not insured is a 400 that names those that are", async () => {
    const { message, ...refusal } = await refuse(key, readCitiesOfCountry, { params: { country: "DE", zipcode: "10115" } });
    expect(refusal).toMatchObject({ status: 400, code: 400 });
    expect(message).toMatch(/FR.*BE.*IT.*RE/);
  });

  test.each(["getCitiesByZipCode/75001", "getCitiesByZipcode/75001", "getCitiesByZipCode/FR/75001", "getCitiesByZipcode/FR/75001"])(
    "are found at /geo/%s",
    async (path) => {
      const { status, text } = await send({ method: "GET", path: `/v2/geo/${path}`, headers: { key } });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ status: "success", cities: ["PARIS-1ER-ARRONDISSEMENT"] });
    },
  );

  test.each(["getcitiesbyzipcode/75001", "cities/75001", "cities/FR/75001"])("are not found at /geo/%s", async (path) => {
    expect((await send({ method: "GET", path: `/v2/geo/${path}`, headers: { key } })).status).toBe(404);
  });
});

describe("suggestions", () => {
  test("come for the beginning of a zipcode, at most 30, the likeliest first", async () => {
    const found = await suggest("FR", "38");
    expect(found.length).toBe(30);
    expect(found.every(({ zipcode }) => zipcode.startsWith("38"))).toBe(true);
    expect(found.map(({ confidence }) => confidence)).toEqual(
      found.map(({ confidence }) => confidence).toSorted((one, other) => other - one),
    );
  });

  test("come for a name that is misspelt", async () => {
    const [first] = await suggest("FR", "grenble");
    expect(first).toMatchObject({ ville: "GRENOBLE" });
    expect((await suggest("IT", "milno"))[0]).toMatchObject({ ville: "MILANO" });
  });

  test.each(["%", "_", "\\", "' or 1=1 --", "%25%25", "😀", " ", "a".repeat(100)])(
    "for %j are an answer, whatever there is to suggest",
    async (text) => {
      expect((await suggest("FR", text)).length).toBeLessThanOrEqual(30);
    },
  );

  test("for a text of more than 100 characters are refused", async () => {
    expect(await refuse(key, suggestCities, { params: { country: "FR", zipcode: "a".repeat(101) } })).toMatchObject({
      status: 400,
      code: 400,
    });
  });
});
