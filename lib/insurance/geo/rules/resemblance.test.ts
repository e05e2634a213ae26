import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resemblanceTo } from "#lib/insurance/geo/rules/match.ts";
import { readCityName } from "#lib/insurance/geo/rules/names.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";

function resemblance(text: string, name: string, population = 0): number {
  return resemblanceTo(text)({ name, key: readCityName(name).key, population });
}

// rules/renters.md#geo-9
test("the name comes first, then its beginning, then that of a word in it, then resemblance, whatever the size of the towns", () => {
  const confidences = [
    resemblance("Ivry", "IVRY"),
    resemblance("Ivry", "IVRY-EN-MONTAGNE"),
    resemblance("Ivry", "VERT-LE-IVRY", 10_000_000),
    resemblance("Ivry", "EVRY", 10_000_000),
  ];
  expect(confidences).toEqual([...new Set(confidences)].toSorted((one, other) => other - one));
});

// rules/renters.md#geo-9
test("among names that begin with the text, or with a word that does, the larger town comes first", () => {
  expect(resemblance("ivry", "IVRY-SUR-SEINE", 65_064)).toBeGreaterThan(resemblance("ivry", "IVRY-LE-TEMPLE", 700));
  expect(resemblance("vieux", "ANNECY-LE-VIEUX", 20_000)).toBeGreaterThan(resemblance("vieux", "RUE-LE-VIEUX", 20));
});

describe("the more similar city comes first", () => {
  test.each([
    ["Saint-Étienne", "SAINT-ETIENNE", "SAINT-ETIENNE-DE-MONTLUC"],
    ["st etienne", "SAINT-ETIENNE", "ETIENNE"],
    ["bordeau", "BORDEAUX", "BORDES"],
    ["Milan", "MILANO", "MELANO"],
    ["paris", "PARIS-1ER-ARRONDISSEMENT", "PARISOT"],
    ["paris 2", "PARIS-2EME-ARRONDISSEMENT", "PARIS-20EME-ARRONDISSEMENT"],
    ["paris 2", "PARIS-20EME-ARRONDISSEMENT", "PARIS-3EME-ARRONDISSEMENT"],
    ["pairs", "PARIS-1ER-ARRONDISSEMENT", "PAYRINS"],
    ["havre", "LE-HAVRE", "LE-GAVRE"],
    ["saint-den", "SAINT-DENIS", "SAINT-DIE"],
  ])("%s: %s, then %s", (text, likelier, other) => {
    expect(resemblance(text, likelier)).toBeGreaterThan(resemblance(text, other));
  });
});

test("only the normal form itself has a confidence of 1", () => {
  expect(resemblance("Grenoble", "GRENOBLE")).toBe(1);
  expect(resemblance("grenobl", "GRENOBLE")).toBeLessThan(1);
  expect(resemblance("St Etienne", "SAINT-ETIENNE")).toBe(0.98);
});

test("a confidence lies between 0 and 1", () => {
  const name = fc.stringMatching(/^[A-Z]{1,8}(?:-[A-Z]{1,8}){0,3}$/);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), name, (text, city) => {
      const confidence = resemblance(text, city);
      return confidence >= 0 && confidence <= 1;
    }),
  );
});

describe("the edit distance", () => {
  test.each([
    ["", "PARIS", 5],
    ["PARIS", "PARIS", 0],
    ["PARS", "PARIS", 1],
    ["PARIIS", "PARIS", 1],
    ["PAROS", "PARIS", 1],
    ["PAIRS", "PARIS", 1],
    ["APRIS", "PARIS", 1],
    ["NIEC", "LYON", 4],
  ])("from %j to %j is %i", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  test("is symmetric, and at most the longer length", () => {
    const word = fc.stringMatching(/^[A-D]{0,8}$/);
    fc.assert(
      fc.property(
        word,
        word,
        (one, other) =>
          editDistance(one, other) === editDistance(other, one) && editDistance(one, other) <= Math.max(one.length, other.length),
      ),
    );
  });
});
