import { expect, test } from "vitest";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";

test.each([
  ["PARIS-10EME-ARRONDISSEMENT", "Paris 10ᵉ"],
  ["LYON-1ER-ARRONDISSEMENT", "Lyon 1ᵉʳ"],
  ["SAINT-ETIENNE", "Saint-Etienne"],
  ["LILLE", "Lille"],
  ["Aix-en-Provence", "Aix-en-Provence"],
  ["St. Gallen", "St. Gallen"],
  ["", ""],
])("the city %s is spelt %s", (city, spelt) => {
  expect(spellCity(city)).toBe(spelt);
});
