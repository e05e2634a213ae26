import { expect, test } from "vitest";
import { cityFinder } from "#lib/geo/rules/finder.ts";

const find = cityFinder([
  { country: "FR", zipcode: "75002", name: "PARIS-2EME-ARRONDISSEMENT" },
  { country: "FR", zipcode: "20121", name: "AZZANA" },
  { country: "FR", zipcode: "20121", name: "REZZA" },
  { country: "IT", zipcode: "20121", name: "MILANO" },
]);

test("a city that is meant is answered in normal form", () => {
  expect(find("FR", "75002", "Paris")).toEqual({ status: "known", city: "PARIS-2EME-ARRONDISSEMENT" });
});

test("a zipcode that two countries share has the cities of the one asked for", () => {
  expect(find("IT", "20121", "Milano")).toEqual({ status: "known", city: "MILANO" });
  expect(find("FR", "20121", "Milano")).toEqual({ status: "unknown_city", cities: ["AZZANA", "REZZA"] });
});

test("an empty city asks for the zipcode alone", () => {
  expect(find("FR", "75002", "")).toEqual({ status: "unknown_city", cities: ["PARIS-2EME-ARRONDISSEMENT"] });
  expect(find("FR", "99999", "")).toEqual({ status: "unknown_zipcode" });
  expect(find("RE", "75002", "Paris")).toEqual({ status: "unknown_zipcode" });
});
