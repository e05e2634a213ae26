import { describe, expect, test } from "vitest";
import type { Option, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { faultOf, findSampleCity, sampleCompany, sampleIndividual } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideParties } from "#lib/insurance/contracts/rules/parties.ts";
import type { Parties } from "#lib/insurance/contracts/rules/parties.ts";

const every: Term[] = ["LCD", "LMD_under_6_months", "LMD_6_months_or_more", "LLD"];
const short: Term[] = ["LCD", "LMD_under_6_months"];
const long: Term[] = ["LMD_6_months_or_more", "LLD"];
const lld: Term[] = ["LLD"];

function decide(term: Term, sent: { company?: unknown; individual?: unknown }, options: Option[] = [], preview = false): Parties {
  return decideParties(sent, { term, options, cities: findSampleCity, preview });
}
const without = (party: Record<string, string>, field: string) =>
  Object.fromEntries(Object.entries(party).filter(([name]) => name !== field));
const others = (terms: Term[]) => every.filter((term) => !terms.includes(term));

// rules/contracts.md#parties-1
describe("an option requires its party", () => {
  test.each([undefined, null])("%s is missing", (party) => {
    expect(faultOf(() => decide("LLD", { company: party }, ["company"]))).toBe("COMPANY_MISSING");
    expect(faultOf(() => decide("LLD", { individual: party }, ["individual"]))).toBe("INDIVIDUAL_MISSING");
  });

  test("except in a preview", () => {
    expect(decide("LLD", {}, ["company"], true)).toEqual({ company: null, individual: null });
    expect(decide("LLD", { company: {} }, ["company"], true)).toEqual({ company: null, individual: null });
  });

  // rules/contracts.md#parties-9
  test("and an individual without any field is none, under a short contract too", () => {
    for (const empty of [{}, { first_name: null, email: " " }, { first_name: "\u200B" }]) {
      expect(decide("LCD", { individual: empty })).toEqual({ company: null, individual: null });
      expect(faultOf(() => decide("LCD", { individual: empty }, ["individual"]))).toBe("INDIVIDUAL_MISSING");
      expect(faultOf(() => decide("LLD", { individual: empty }, ["individual"]))).toBe("INDIVIDUAL_FIRST_NAME_MISSING");
    }
  });

  test("a missing party answers before the other party's faults", () => {
    expect(faultOf(() => decide("LLD", { company: [] }, ["individual"]))).toBe("INDIVIDUAL_MISSING");
  });
});

describe("a missing field", () => {
  // rules/contracts.md#parties-2, #parties-4
  test.each<["company" | "individual", string, Term[], string]>([
    ["company", "company_name", every, "COMPANY_NAME_MISSING"],
    ["company", "first_name", every, "COMPANY_FIRST_NAME_MISSING"],
    ["company", "last_name", every, "COMPANY_LAST_NAME_MISSING"],
    ["company", "address", long, "COMPANY_ADDRESS_MISSING"],
    ["company", "zipcode", long, "COMPANY_ZIPCODE_INVALID"],
    ["company", "city", long, "COMPANY_CITY_INVALID"],
    ["company", "country", long, "COMPANY_COUNTRY_INVALID"],
    ["company", "siren", lld, "SIREN_MISSING"],
    ["individual", "first_name", long, "INDIVIDUAL_FIRST_NAME_MISSING"],
    ["individual", "last_name", long, "INDIVIDUAL_LAST_NAME_MISSING"],
    ["individual", "address", long, "INDIVIDUAL_ADDRESS_MISSING"],
    ["individual", "zipcode", long, "INDIVIDUAL_ZIPCODE_MISSING"],
    ["individual", "city", long, "INDIVIDUAL_CITY_MISSING"],
    ["individual", "phone_number", long, "INDIVIDUAL_PHONE_MISSING"],
    ["individual", "country", long, "INDIVIDUAL_COUNTRY_MISSING"],
    ["individual", "email", [], "INDIVIDUAL_INVALID"],
  ])("%s.%s is required for %j", (name, field, terms, error) => {
    const party = name === "company" ? sampleCompany : sampleIndividual;
    for (const gap of [without(party, field), { ...party, [field]: null }, { ...party, [field]: "  " }]) {
      for (const term of terms) expect(faultOf(() => decide(term, { [name]: gap }))).toBe(error);
      for (const term of others(terms)) expect(decide(term, { [name]: gap })[name]).not.toHaveProperty(field);
      for (const term of terms) expect(decide(term, { [name]: gap }, [], true)[name]).not.toHaveProperty(field);
    }
  });
});

describe("an invalid field", () => {
  // rules/contracts.md#parties-3, #parties-5
  test.each<["company" | "individual", Record<string, string>, Term[], string]>([
    ["company", { zipcode: "75099" }, long, "COMPANY_ZIPCODE_INVALID"],
    ["company", { zipcode: "constructor" }, long, "COMPANY_ZIPCODE_INVALID"],
    ["company", { city: "Lyon" }, long, "COMPANY_CITY_INVALID"],
    ["company", { country: "DE" }, long, "COMPANY_COUNTRY_INVALID"],
    ["company", { country: "fr" }, every, "COMPANY_COUNTRY_INVALID"],
    ["company", { siren: "55210055" }, lld, "SIREN_INVALID"],
    ["company", { siren: "55210055A" }, lld, "SIREN_INVALID"],
    ["company", { siren: "55210055400" }, lld, "SIREN_INVALID"],
    ["company", { siren: "٥٥٢١٠٠٥٥٤" }, lld, "SIREN_INVALID"],
    ["company", { country: "BE", siren: "552100554" }, lld, "SIREN_INVALID"],
    ["company", { country: "IT", zipcode: "00118", city: "ROMA", siren: "552100554" }, lld, "SIREN_INVALID"],
    ["individual", { zipcode: "75099" }, long, "INDIVIDUAL_ZIPCODE_INVALID"],
    ["individual", { city: "Lyon" }, long, "INDIVIDUAL_CITY_INVALID"],
    ["individual", { country: "FRA" }, every, "INDIVIDUAL_COUNTRY_INVALID"],
    ["individual", { country: "United Kingdom" }, every, "INDIVIDUAL_COUNTRY_INVALID"],
    ["individual", { email: "ada" }, every, "INDIVIDUAL_INVALID"],
    ["individual", { email: "ada@example@com" }, every, "INDIVIDUAL_INVALID"],
  ])("%s %j is refused for %j, in a preview too, and stored under the other terms", (name, wrong, terms, error) => {
    const party = { ...(name === "company" ? sampleCompany : sampleIndividual), ...wrong };
    for (const term of terms) expect(faultOf(() => decide(term, { [name]: party }))).toBe(error);
    for (const term of terms) expect(faultOf(() => decide(term, { [name]: party }, [], true))).toBe(error);
    for (const term of others(terms)) expect(decide(term, { [name]: party })[name]).toMatchObject(wrong);
  });

  test("the refusal names the cities of the zipcode", () => {
    expect(() => decide("LLD", { company: { ...sampleCompany, zipcode: "69380", city: "Lyon" } })).toThrow(
      'company.city "Lyon" must be a city of the zipcode: LOZANNE, CHATILLON, CHAZAY-D-AZERGUES',
    );
  });

  test("the refusal of an email address does not repeat it, since the call log could not hide it", () => {
    for (const email of ["ada.martin@example", "ada.martin.example.com", "ada martin@example,com"]) {
      const refused = () => decide("LCD", { individual: { ...sampleIndividual, email } });
      expect(refused).toThrow("individual.email must be an email address");
    }
  });

  // rules/contracts.md#parties-7
  test.each([
    ["a text"],
    [7],
    [true],
    [[]],
    [{ first_name: 7 }],
    [{ address: ["12 rue"] }],
    [{ city: {} }],
    [{ employees: 12 }],
    [{ last_name: "x".repeat(501) }],
    [{ last_name: "😀".repeat(501) }],
  ])("%j is no party under any term", (party) => {
    for (const term of every) {
      expect(faultOf(() => decide(term, { company: party }, [], true))).toBe("COMPANY_INVALID");
      expect(faultOf(() => decide(term, { individual: party }, [], true))).toBe("INDIVIDUAL_INVALID");
    }
  });
});

describe("a stored party", () => {
  // rules/contracts.md#parties-6
  test.each(long)("has its city in normal form for %s, even without its option", (term) => {
    expect(decide(term, { company: sampleCompany, individual: sampleIndividual })).toEqual({
      company: { ...sampleCompany, city: "PARIS-2EME-ARRONDISSEMENT" },
      individual: { ...sampleIndividual, city: "PARIS-2EME-ARRONDISSEMENT" },
    });
  });

  test.each(short)("of the type %s is normalised where possible, and never refused for its address", (term) => {
    const names = { company_name: "Vélos de la Seine", first_name: "Ada", last_name: "Martin" };
    expect(decide(term, { company: sampleCompany }).company).toEqual({ ...sampleCompany, city: "PARIS-2EME-ARRONDISSEMENT" });
    expect(decide(term, { company: { ...names, zipcode: "SW1A", city: "London", country: "GB" } }).company).toEqual({
      ...names,
      zipcode: "SW1A",
      city: "London",
      country: "GB",
    });
  });

  // rules/contracts.md#parties-8
  test.each(["75 002", "75\u00A0002", " 75002 "])("has its zipcode %j without spaces", (zipcode) => {
    expect(decide("LLD", { company: { ...sampleCompany, zipcode } }).company).toMatchObject({ zipcode: "75002" });
  });

  test.each(["06 12 34 56 78", "06.12.34.56.78", "+33 6 12 34 56 78", "0033612345678", "+33 (0)6-12-34-56-78"])(
    "has its phone number %j as it was sent",
    (phone_number) => {
      expect(decide("LLD", { individual: { ...sampleIndividual, phone_number } }).individual).toMatchObject({ phone_number });
    },
  );

  test.each(["O’Brien", "O'Brien", "d’Haÿ-Élise", "Nguyễn", "Jean‑Pierre "])("has the name %j without surrounding spaces", (last_name) => {
    expect(decide("LLD", { individual: { ...sampleIndividual, last_name } }).individual).toMatchObject({ last_name: last_name.trim() });
  });

  test.each([
    ["FR", "97400", "saint-denis", "552100554", "SAINT-DENIS"],
    ["RE", "97400", "Saint-Denis", "552100554", "SAINT-DENIS"],
    ["IT", "00118", "Roma", "12345678901", "ROMA"],
    ["BE", "1000", "Bruxelles", "0123456789", "Bruxelles"],
  ])("may live in %s", (country, zipcode, city, siren, stored) => {
    expect(decide("LLD", { company: { ...sampleCompany, country, zipcode, city, siren } }).company).toMatchObject({
      country,
      zipcode,
      city: stored,
      siren,
    });
  });

  test.each(["nickname", "constructor"])("has no unknown field: %s is refused by its place", (name) => {
    expect(() => decide("LLD", { individual: { ...sampleIndividual, [name]: "Lady" } })).toThrow(
      expect.objectContaining({ errorName: "OPTION_NOT_ALLOWED", field: `individual.${name}` }),
    );
  });

  // rules/contracts.md#parties-8
  test.each(["552 100 554", "552.100.554", " 552100554 "])("may have spaces and points in its registration number: %j", (siren) => {
    expect(decide("LLD", { company: { ...sampleCompany, siren } }).company).toMatchObject({ siren: "552100554" });
  });

  test("has no spaces around its texts", () => {
    const spaced = { ...sampleIndividual, zipcode: " 75002 ", last_name: " Martin" };
    expect(decide("LLD", { individual: spaced }).individual).toEqual({ ...sampleIndividual, city: "PARIS-2EME-ARRONDISSEMENT" });
  });
});
