import { beforeAll, describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { makePartner } from "#e2e/api/world.ts";
import { readCities, readCitiesOfCountry, suggestCities } from "#lib/insurance/geo/endpoints.ts";

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

const cities = (zipcode: string) => succeed(key, readCities, { params: { zipcode } });
const citiesOf = (country: string, zipcode: string) => succeed(key, readCitiesOfCountry, { params: { country, zipcode } });
const suggest = (country: string, zipcode: string) => succeed(key, suggestCities, { params: { country, zipcode } });

describe("the cities of a zipcode", () => {
  test("are returned in normal form, with the arrondissement of a large city", async () => {
    expect(await cities("75001")).toEqual(["PARIS-1ER-ARRONDISSEMENT"]);
    expect(await cities("69002")).toEqual(["LYON-2EME-ARRONDISSEMENT"]);
    expect(await citiesOf("IT", "20121")).toContain("MILANO");
  });

  test("answer 400 for a country that is not insured, with the names of those that are", async () => {
    const { message, ...error } = await refuse(key, readCitiesOfCountry, { params: { country: "DE", zipcode: "10115" } });
    expect(error).toMatchObject({ status: 400, code: 400 });
    expect(message).toMatch(/FR.*BE.*IT.*RE/);
  });

  // rules/renters.md#geo-1
  test.each(["getCitiesByZipCode/75001", "getCitiesByZipcode/75001", "getCitiesByZipCode/FR/75001", "getCitiesByZipcode/FR/75001"])(
    "are served at /geo/%s",
    async (path) => {
      const { status, text } = await send({ method: "GET", path: `/v2/geo/${path}`, headers: { key } });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ status: "success", cities: ["PARIS-1ER-ARRONDISSEMENT"] });
    },
  );

  test.each(["getcitiesbyzipcode/75001", "cities/75001", "cities/FR/75001"])("are not served at /geo/%s", async (path) => {
    expect((await send({ method: "GET", path: `/v2/geo/${path}`, headers: { key } })).status).toBe(404);
  });
});

describe("city suggestions", () => {
  // rules/renters.md#geo-4
  test("for the beginning of a zipcode are at most 30, the best match first", async () => {
    const found = await suggest("FR", "38");
    expect(found.length).toBe(30);
    expect(found.every(({ zipcode }) => zipcode.startsWith("38"))).toBe(true);
    expect(found.map(({ confidence }) => confidence)).toEqual(
      found.map(({ confidence }) => confidence).toSorted((one, other) => other - one),
    );
  });

  test("for a text of more than 100 characters are refused", async () => {
    expect(await refuse(key, suggestCities, { params: { country: "FR", zipcode: "a".repeat(101) } })).toMatchObject({
      status: 400,
      code: 400,
    });
  });
});
