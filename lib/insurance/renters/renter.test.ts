import { describe, expect, test } from "vitest";
import { contractTypes, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import { sampleCompany as company } from "#lib/insurance/renters/renter.fixture.ts";
import { serializeRenter } from "#lib/insurance/renters/renter.ts";
import { renter, renterRegistration } from "#lib/insurance/renters/schema.ts";

// rules/renters.md#read-2
test("a renter that can insure everything has every type and subtype, in English and in French", () => {
  const answer = serializeRenter({
    uid: "renter-lyon",
    company,
    contractTypes,
    productTypes: productTypeNames,
    option: true,
    inclusion: false,
  });
  expect(renter.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ uid: "renter-lyon", company, options: { LCD: true, LMD: true, LLD: true } });
  expect(Object.fromEntries(answer.options.products.map(({ type, subtypes }) => [type, subtypes.map((subtype) => subtype.type)]))).toEqual(
    productTypes,
  );
  const names = answer.options.products.flatMap(({ translations, subtypes }) => [
    translations,
    ...subtypes.map((subtype) => subtype.translations),
  ]);
  expect(names.flatMap(({ en, fr }) => [en, fr]).filter((name) => !/^\p{Lu}/u.test(name))).toEqual([]);
});

test("a program finds a product type as the first key of its object, or as a field", () => {
  const { options } = serializeRenter({ uid: "a", company, contractTypes, productTypes: productTypeNames, option: true, inclusion: false });
  for (const product of options.products) {
    const [[name, byName] = []] = Object.entries(product);
    const { type, translations, subtypes } = product;
    expect([name, byName]).toEqual([type, { type, translations, subtypes }]);
  }
});

test("no two subtypes of a type have the same name", () => {
  const { options } = serializeRenter({
    uid: "renter-lyon",
    company,
    contractTypes,
    productTypes: productTypeNames,
    option: true,
    inclusion: false,
  });
  for (const { subtypes } of options.products) {
    for (const language of ["en", "fr"] as const) {
      expect(new Set(subtypes.map(({ translations }) => translations[language])).size).toBe(subtypes.length);
    }
  }
});

test("a renter has only the types that it can insure", () => {
  const { options } = serializeRenter({
    uid: "renter-ski",
    company,
    contractTypes: ["LCD"],
    productTypes: ["wintersports"],
    option: false,
    inclusion: true,
  });
  const wintersports = {
    type: "wintersports",
    translations: { en: "Winter sports", fr: "Sports d'hiver" },
    subtypes: [
      { type: "ski", translations: { en: "Skis", fr: "Skis" } },
      { type: "snowboard", translations: { en: "Snowboard", fr: "Snowboard" } },
      { type: "snowshoe", translations: { en: "Snowshoes", fr: "Raquettes à neige" } },
    ],
  };
  expect(options).toEqual({
    LCD: true,
    LMD: false,
    LLD: false,
    option: false,
    inclusion: true,
    products: [{ wintersports, ...wintersports }],
  });
});

test.each([
  ["+33612345678", true],
  ["01 02 03 04 05", true],
  ["+39 (06) 1234-5678", true],
  ["01 02", false],
  ["call me", false],
  ["+33612345678901234", false],
])("the telephone number %s is accepted: %s", (phone_number, isTaken) => {
  expect(renterRegistration.safeParse({ uid: "renter-lyon", company: { ...company, phone_number } }).success).toBe(isTaken);
});

describe("a company is accepted", () => {
  const parse = (changes: object) => renterRegistration.shape.company.safeParse({ ...company, ...changes });

  test.each([
    "06 12 34 56 78",
    "06.12.34.56.78",
    "06-12-34-56-78",
    "06/12/34/56/78",
    "0612345678",
    "06\u00A012\u00A034\u00A056\u00A078",
    "+33 6 12 34 56 78",
    "+33 (0)6 12 34 56 78",
    "+33612345678",
    "0033 6 12 34 56 78",
    "0033612345678",
    " +44 20 7946 0958 ",
  ])("with the phone number %j, which is stored as typed", (typed) => {
    expect(parse({ phone_number: typed }).data?.phone_number).toBe(typed.trim());
  });

  test.each(["", "06 12", "call me", "06 12 34 56 78 ext. 9", "06+12345678", "1".repeat(16)])(
    "except with the phone number %j",
    (typed) => {
      expect(parse({ phone_number: typed }).success).toBe(false);
    },
  );

  test.each([
    [{ email: " Ada@Example.com " }, { email: "Ada@Example.com" }],
    [{ country: "fr" }, { country: "FR" }],
    [{ country: " FR " }, { country: "FR" }],
    [{ company_name: "  L’Atelier d'Éloïse – Vélos & Cie " }, { company_name: "L’Atelier d'Éloïse – Vélos & Cie" }],
    [
      { first_name: "Anne-Hélène ", last_name: "O’Brien d'Haÿ" },
      { first_name: "Anne-Hélène", last_name: "O’Brien d'Haÿ" },
    ],
  ])("as typed: %j", (typed, kept) => {
    expect(parse(typed).data).toMatchObject(kept);
  });
});
