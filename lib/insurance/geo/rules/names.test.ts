import fc from "fast-check";
import { expect, test } from "vitest";
import { normalForm } from "#lib/insurance/geo/rules/names.ts";

// rules/renters.md#geo-2
test.each([
  ["Saint-Étienne", "SAINT-ETIENNE"],
  ["L'Haÿ-les-Roses", "L-HAY-LES-ROSES"],
  ["L’Haÿ les Roses", "L-HAY-LES-ROSES"],
  ["Plœuc-L'Hermitage", "PLOEUC-L-HERMITAGE"],
  ["Œting", "OETING"],
  ["Saint-Gelven\u0300e", "SAINT-GELVENE"],
  ["Château-Chinon (Ville)", "CHATEAU-CHINON-VILLE"],
  ["Paris 1er Arrondissement", "PARIS-1ER-ARRONDISSEMENT"],
  ["Paris 2e Arrondissement", "PARIS-2EME-ARRONDISSEMENT"],
  ["lyon 03ème arrondissement", "LYON-3EME-ARRONDISSEMENT"],
  ["MARSEILLE-16EME-ARRONDISSEMENT", "MARSEILLE-16EME-ARRONDISSEMENT"],
  ["Bolzano/Bozen", "BOLZANO-BOZEN"],
  ["Reggio nell'Emilia", "REGGIO-NELL-EMILIA"],
  ["Forlì", "FORLI"],
  ["  Le   Havre ", "LE-HAVRE"],
  ["Straße", "STRASSE"],
  ["%_\\", ""],
  ["東京", ""],
])("%s is normalised to %s", (name, expected) => {
  expect(normalForm(name)).toBe(expected);
});

test("normalising twice changes nothing, for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => normalForm(normalForm(text)) === normalForm(text)));
});

test("a normal form consists of words of capitals and digits, joined by single hyphens", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => /^(?:[A-Z0-9]+(?:-[A-Z0-9]+)*)?$/.test(normalForm(text))));
});

test("upper and lower case have the same normal form", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zàâçéèêëîïôœùûüÿ' -]{0,30}$/), (text) => normalForm(text.toUpperCase()) === normalForm(text)),
  );
});
