import { describe, expect, test } from "vitest";
import { cityFinder, matchCity } from "#lib/insurance/geo/rules/match.ts";

const paris = ["PARIS-2EME-ARRONDISSEMENT"];
const chinon = ["BLISMES", "CHATEAU-CHINON-CAMPAGNE", "CHATEAU-CHINON-VILLE"];
const bourg = ["BOURG-EN-BRESSE", "SAINT-DENIS-LES-BOURG"];

// rules/renters.md#geo-5, #geo-6
describe("a city is found in another spelling of its name", () => {
  test.each([
    ["42000", ["SAINT-ETIENNE"], "Saint Étienne", "SAINT-ETIENNE"],
    ["42000", ["SAINT-ETIENNE"], "ST ETIENNE", "SAINT-ETIENNE"],
    ["42000", ["SAINT-ETIENNE"], "St-Étienne Cedex 1", "SAINT-ETIENNE"],
    ["94240", ["L-HAY-LES-ROSES"], "LHAY LES ROSES", "L-HAY-LES-ROSES"],
    ["94240", ["L-HAY-LES-ROSES"], "Haÿ-les-Roses", "L-HAY-LES-ROSES"],
    ["94500", ["CHAMPIGNY-SUR-MARNE"], "Champigny s/ Marne", "CHAMPIGNY-SUR-MARNE"],
    ["94120", ["FONTENAY-SOUS-BOIS"], "FONTENAY S/S BOIS", "FONTENAY-SOUS-BOIS"],
    ["94130", ["NOGENT-SUR-MARNE"], "NOGENT/MARNE", "NOGENT-SUR-MARNE"],
    ["94130", ["NOGENT-SUR-MARNE"], "Nogent / Marne", "NOGENT-SUR-MARNE"],
    ["91190", ["GIF-SUR-YVETTE"], "Gif s/s Yvette", "GIF-SUR-YVETTE"],
    ["94120", ["FONTENAY-SOUS-BOIS"], "Fontenay ss Bois", "FONTENAY-SOUS-BOIS"],
    ["01000", bourg, "bourg en bresse", "BOURG-EN-BRESSE"],
    ["01000", bourg, "01000 St Denis lès Bourg", "SAINT-DENIS-LES-BOURG"],
    ["16190", ["BORS-CANTON-DE-TUDE-ET-LAVALETTE", "DEVIAT"], "Bors", "BORS-CANTON-DE-TUDE-ET-LAVALETTE"],
    ["56110", ["LE-SAINT", "GOURIN"], "le saint", "LE-SAINT"],
    ["39100", ["BOLZANO"], "Bolzano/Bozen", "BOLZANO"],
    ["39100", ["BOLZANO"], "Bozen - Bolzano", "BOLZANO"],
    ["20089", ["ROZZANO"], "Rozzano (MI)", "ROZZANO"],
    ["71013", ["SAN-GIOVANNI-ROTONDO"], "S. Giovanni Rotondo", "SAN-GIOVANNI-ROTONDO"],
    ["42121", ["REGGIO-NELL-EMILIA"], "Reggio Emilia", "REGGIO-NELL-EMILIA"],
  ])("%s %j: %s", (zipcode, cities, text, expected) => {
    expect(matchCity(text, zipcode, cities)).toBe(expected);
  });
});

describe("a city with arrondissements is matched to the one of its zipcode", () => {
  // rules/contracts.md#parties-6
  test.each([
    "Paris",
    "PARIS",
    "paris 2",
    "Paris 02",
    "Paris 2e",
    "Paris 2ème",
    "Paris 2e arr.",
    "Paris (2ème)",
    "Paris 2ème arrondissement",
    "PARIS-2EME-ARRONDISSEMENT",
    "75002 Paris",
    "Paris 75002",
    "PARIS CEDEX 02",
  ])("75002: %s", (text) => {
    expect(matchCity(text, "75002", paris)).toBe("PARIS-2EME-ARRONDISSEMENT");
  });

  test.each([
    ["75001", "PARIS-1ER-ARRONDISSEMENT", "Paris 1er"],
    ["75116", "PARIS-16EME-ARRONDISSEMENT", "Paris"],
    ["75020", "PARIS-20EME-ARRONDISSEMENT", "Paris 20"],
    ["69003", "LYON-3EME-ARRONDISSEMENT", "Lyon 3ème"],
    ["13008", "MARSEILLE-8EME-ARRONDISSEMENT", "Marseille"],
  ])("%s: %s", (zipcode, city, text) => {
    expect(matchCity(text, zipcode, [city])).toBe(city);
  });
});

describe("an unclear name matches no city:", () => {
  test.each([
    ["another arrondissement", "75002", paris, "Paris 3"],
    ["an arrondissement that its city does not have", "38000", ["GRENOBLE"], "Grenoble 2"],
    ["several arrondissements under the zipcode", "75116", ["PARIS-16EME-ARRONDISSEMENT", "PARIS-17EME-ARRONDISSEMENT"], "Paris"],
    ["two communes of the name", "58120", chinon, "Château-Chinon"],
    ["both names of two cities", "01000", bourg, "Bourg-en-Bresse / Saint-Denis-lès-Bourg"],
    ["a part of the name", "01000", bourg, "Bourg"],
    ["a word that only goes before names", "50000", ["SAINT-LO"], "Saint"],
    ["a typo", "38000", ["GRENOBLE"], "Grenble"],
    ["another city", "38000", ["GRENOBLE"], "Lyon"],
    ["an arrondissement without its city", "75002", paris, "2ème arrondissement"],
    ["the zipcode alone", "75002", paris, "75002"],
    ["nothing", "75002", paris, ""],
    ["a text without letters", "75002", paris, "%_\\"],
    ["a text longer than any name", "75002", paris, `Paris${" ".repeat(200)}`],
  ])("%s", (_case, zipcode, cities, text) => {
    expect(matchCity(text, zipcode, cities)).toBeUndefined();
  });

  test("except that a whole name is clear beside longer ones", () => {
    expect(matchCity("château-chinon ville", "58120", chinon)).toBe("CHATEAU-CHINON-VILLE");
  });
});

const find = cityFinder([
  { country: "FR", zipcode: "75002", name: "PARIS-2EME-ARRONDISSEMENT", former: false },
  { country: "FR", zipcode: "20121", name: "AZZANA", former: false },
  { country: "FR", zipcode: "20121", name: "REZZA", former: false },
  { country: "IT", zipcode: "20121", name: "MILANO", former: false },
]);

test("a matched city is returned in normal form", () => {
  expect(find("FR", "75002", "Paris")).toEqual({ status: "known", city: "PARIS-2EME-ARRONDISSEMENT" });
});

test("a zipcode of two countries has the cities of the requested country", () => {
  expect(find("IT", "20121", "Milano")).toEqual({ status: "known", city: "MILANO" });
  expect(find("FR", "20121", "Milano")).toEqual({ status: "unknown_city", cities: ["AZZANA", "REZZA"] });
});

test("an empty city is unknown, and the refusal lists the cities of a known zipcode", () => {
  expect(find("FR", "75002", "")).toEqual({ status: "unknown_city", cities: ["PARIS-2EME-ARRONDISSEMENT"] });
  expect(find("FR", "99999", "")).toEqual({ status: "unknown_zipcode" });
  expect(find("RE", "75002", "Paris")).toEqual({ status: "unknown_zipcode" });
});

// rules/renters.md#geo-7
describe("a CEDEX address", () => {
  const finder = cityFinder([{ country: "FR", zipcode: "38000", name: "GRENOBLE", former: false }]);

  test.each([
    ["FR", "44021", "NANTES CEDEX 1"],
    ["FR", "75380", "PARIS CEDEX 08"],
    ["FR", "06902", "SOPHIA ANTIPOLIS CEDEX"],
    ["FR", "95031", "Cergy-Pontoise Cédex"],
    ["FR", "38000", "MEYLAN CEDEX"],
    ["FR", "20182", "AJACCIO CEDEX 1"],
    ["FR", "98848", "NOUMEA CEDEX"],
    ["RE", "97491", "SAINTE CLOTILDE CEDEX"],
  ] as const)("is one of its sorting office, whatever its town, and is stored as sent: %s %s %s", (country, zipcode, city) => {
    expect(finder(country, zipcode, city)).toEqual({ status: "known", city });
  });

  test("means its commune where the zipcode has it", () => {
    expect(finder("FR", "38000", "Grenoble Cédex 9")).toEqual({ status: "known", city: "GRENOBLE" });
  });

  test.each([
    ["FR", "44021", "NANTES"],
    ["FR", "44021", "CEDEX 1"],
    ["FR", "4402", "NANTES CEDEX 1"],
    ["FR", "00123", "NANTES CEDEX 1"],
    ["FR", "96123", "NANTES CEDEX 1"],
    ["FR", "44021", "MACEDEXVILLE"],
    ["RE", "44021", "NANTES CEDEX 1"],
    ["IT", "44021", "NANTES CEDEX 1"],
  ] as const)("of no department, or without town or word, is unknown: %s %s %s", (country, zipcode, city) => {
    expect(finder(country, zipcode, city)).toEqual({ status: "unknown_zipcode" });
  });
});

// rules/renters.md#geo-8
describe("a commune that was merged into another", () => {
  const finder = cityFinder([
    { country: "FR", zipcode: "59160", name: "LILLE", former: false },
    { country: "FR", zipcode: "59160", name: "LOMME", former: true },
    { country: "FR", zipcode: "74940", name: "ANNECY", former: false },
    { country: "FR", zipcode: "74940", name: "ANNECY-LE-VIEUX", former: true },
  ]);

  test.each([
    ["59160", "LOMME", "LOMME"],
    ["59160", "Lille", "LILLE"],
    ["74940", "ANNECY LE VIEUX", "ANNECY-LE-VIEUX"],
    ["74940", "Annecy", "ANNECY"],
    ["59463", "LOMME CEDEX", "LOMME CEDEX"],
  ])("keeps its name in addresses: %s %s", (zipcode, text, city) => {
    expect(finder("FR", zipcode, text)).toEqual({ status: "known", city });
  });

  test("is not among the cities that a refusal lists", () => {
    expect(finder("FR", "59160", "Lomne")).toEqual({ status: "unknown_city", cities: ["LILLE"] });
  });
});
