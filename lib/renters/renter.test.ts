import { expect, test } from "vitest";
import { contractTypes, productTypeNames, productTypes } from "#lib/catalogue.ts";
import { sampleCompany as company } from "#lib/renters/renter.fixture.ts";
import { serializeRenter } from "#lib/renters/renter.ts";
import { renter, renterRegistration } from "#lib/renters/schema.ts";

test("a renter that may insure everything is told every type and subtype, in English and in French", () => {
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

test("a renter is told only what it may use", () => {
  const { options } = serializeRenter({
    uid: "renter-ski",
    company,
    contractTypes: ["LCD"],
    productTypes: ["wintersports"],
    option: false,
    inclusion: true,
  });
  expect(options).toEqual({
    LCD: true,
    LMD: false,
    LLD: false,
    option: false,
    inclusion: true,
    products: [
      {
        type: "wintersports",
        translations: { en: "Winter sports", fr: "Sports d'hiver" },
        subtypes: [
          { type: "ski", translations: { en: "Skis", fr: "Skis" } },
          { type: "snowboard", translations: { en: "Snowboard", fr: "Snowboard" } },
          { type: "snowshoe", translations: { en: "Snowshoes", fr: "Raquettes à neige" } },
        ],
      },
    ],
  });
});

test.each([
  ["+33612345678", true],
  ["01 02 03 04 05", true],
  ["+39 (06) 1234-5678", true],
  ["01 02", false],
  ["call me", false],
  ["+33612345678901234", false],
])("the telephone number %s is taken: %s", (phone_number, isTaken) => {
  expect(renterRegistration.safeParse({ uid: "renter-lyon", company: { ...company, phone_number } }).success).toBe(isTaken);
});
