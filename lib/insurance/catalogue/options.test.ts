import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { features as everyFeature } from "#db/schema/enums.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { options as everyOption, optionsByTerm, optionsOf, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option, ProductType, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { decideOptions, readOptions } from "#lib/insurance/catalogue/options.ts";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";

const terms = Object.keys(optionsByTerm) as Term[];
const both: Option[] = ["break", "theft"];

function decide(
  term: Term,
  asked: readonly Option[],
  productTypes: readonly ProductType[] = ["bike"],
  features: readonly Feature[] = [],
): Option[] {
  return decideOptions(asked, { term, productTypes: new Set(productTypes), features });
}

describe("the sent options", () => {
  // rules/contracts.md#options-1
  test.each([
    [undefined, "OPTIONS_MISSING"],
    [null, "OPTIONS_MISSING"],
    [[], "OPTIONS_MISSING"],
    ["break", "OPTIONS_MISSING"],
    [{ break: true }, "OPTIONS_MISSING"],
    [["brake"], "OPTION_NOT_ALLOWED"],
    [["break", "__proto__"], "OPTION_NOT_ALLOWED"],
    [["break", null], "OPTION_NOT_ALLOWED"],
    [["break", ["theft"]], "OPTION_NOT_ALLOWED"],
    [["break", { toString: "theft" }], "OPTION_NOT_ALLOWED"],
    [[7], "OPTION_NOT_ALLOWED"],
    [["x".repeat(100_000)], "OPTION_NOT_ALLOWED"],
  ])("%j are refused with %s", (sent, error) => {
    expect(faultOf(() => readOptions(sent))).toBe(error);
  });

  test("are each stored once, in the sent order", () => {
    expect(readOptions(["theft", "break", "theft", "ia", "break"])).toEqual(["theft", "break", "ia"]);
  });
});

// rules/contracts.md#options-4
describe("an option is accepted", () => {
  test.each<[string, Term, Option[], ProductType[], Feature[]]>([
    ["break and theft alone on an LCD", "LCD", both, ["event"], []],
    ["ia and rc with a bike on a short LMD", "LMD_under_6_months", [...both, "home_to_work", "ia", "rc"], ["bike"], []],
    ["a long LMD without a usage", "LMD_6_months_or_more", [...both, "company"], ["bike"], []],
    ["a long LMD with one usage", "LMD_6_months_or_more", [...both, "individual", "pro"], ["bike"], []],
    ["an LLD without a bike and without a usage", "LLD", [...both, "individual", "no_deductible"], ["high-tech"], []],
    [
      "an option that one product of several knows",
      "LLD",
      [...both, "company", "no_deductible", "loa", "sharing", "transporter"],
      ["bike", "high-tech"],
      [],
    ],
    ["both spellings of the premium assistance", "LLD", [...both, "company", "pro", "assistance", "assistance_premium"], ["bike"], []],
    ["assistance_standard with the feature", "LLD", [...both, "company", "pro", "assistance_standard"], ["bike"], ["assistance_standard"]],
    ["theft alone with the feature on a long LMD", "LMD_6_months_or_more", ["theft", "company"], ["bike"], ["decoupled_break_theft"]],
    ["break alone with the feature on an LLD", "LLD", ["break", "individual"], ["watersports"], ["decoupled_break_theft"]],
  ])("%s", (_what, term, asked, productTypes, features) => {
    expect(decide(term, asked, productTypes, features)).toEqual(asked);
  });
});

// rules/contracts.md#options-3, #options-4, #options-5, #options-6, #options-8
describe("an option is refused", () => {
  test.each<[string, Term, Option[], ProductType[], Feature[], string]>([
    ["company on an LCD", "LCD", [...both, "company"], ["bike"], [], "OPTION_NOT_ALLOWED"],
    ["home_to_work on an LCD", "LCD", [...both, "home_to_work"], ["bike"], [], "OPTION_NOT_ALLOWED"],
    ["home_to_work without a bike on a short LMD", "LMD_under_6_months", [...both, "home_to_work"], ["event"], [], "OPTION_NOT_ALLOWED"],
    ["a usage without a bike", "LLD", [...both, "company", "pro"], ["high-tech"], [], "OPTION_NOT_ALLOWED"],
    ["no_deductible on a bike", "LLD", [...both, "company", "pro", "no_deductible"], ["bike"], [], "OPTION_NOT_ALLOWED"],
    [
      "the premium assistance on an LMD",
      "LMD_6_months_or_more",
      [...both, "company", "assistance_premium"],
      ["bike"],
      [],
      "OPTION_NOT_ALLOWED",
    ],
    ["an option that is not allowed before ones that are missing", "LLD", ["no_deductible"], ["bike"], [], "OPTION_NOT_ALLOWED"],
    ["break alone on an LCD", "LCD", ["break"], ["bike"], ["decoupled_break_theft"], "LCD_OPTIONS_INCOMPLETE"],
    ["theft alone on a short LMD", "LMD_under_6_months", ["theft"], ["bike"], ["decoupled_break_theft"], "LMD_SHORT_OPTIONS_INCOMPLETE"],
    ["theft alone on a long LMD", "LMD_6_months_or_more", ["theft", "company"], ["bike"], [], "LMD_LONG_OPTIONS_INCOMPLETE"],
    [
      "neither break nor theft, feature or not",
      "LMD_6_months_or_more",
      ["company", "ia"],
      ["bike"],
      ["decoupled_break_theft"],
      "LMD_LONG_OPTIONS_INCOMPLETE",
    ],
    ["no party on a long LMD", "LMD_6_months_or_more", both, ["bike"], [], "LMD_LONG_OPTIONS_INCOMPLETE"],
    ["both parties on a long LMD", "LMD_6_months_or_more", [...both, "company", "individual"], ["bike"], [], "LMD_LONG_OPTIONS_INCOMPLETE"],
    [
      "two usages on a long LMD",
      "LMD_6_months_or_more",
      [...both, "company", "pro", "transporter"],
      ["bike"],
      [],
      "LMD_LONG_OPTIONS_INCOMPLETE",
    ],
    ["break alone on an LLD", "LLD", ["break", "company", "pro"], ["bike"], [], "LLD_OPTIONS_INCOMPLETE"],
    ["no party on an LLD", "LLD", [...both, "pro"], ["bike"], [], "LLD_OPTIONS_INCOMPLETE"],
    ["both parties on an LLD", "LLD", [...both, "pro", "company", "individual"], ["bike"], [], "LLD_OPTIONS_INCOMPLETE"],
    ["an LLD bike without a usage", "LLD", [...both, "company"], ["bike", "event"], [], "LLD_USAGE_MISSING"],
    ["an LLD bike with two usages", "LLD", [...both, "company", "pro", "home_to_work"], ["bike"], [], "LLD_USAGE_MISSING"],
    [
      "assistance_standard without the feature",
      "LLD",
      [...both, "company", "pro", "assistance_standard"],
      ["bike"],
      [],
      "OPTION_NOT_ALLOWED",
    ],
    [
      "assistance_standard beside premium",
      "LLD",
      [...both, "company", "pro", "assistance_standard", "assistance_premium"],
      ["bike"],
      ["assistance_standard"],
      "OPTION_NOT_ALLOWED",
    ],
    [
      "assistance_standard beside premium's synonym",
      "LLD",
      [...both, "company", "pro", "assistance_standard", "assistance"],
      ["bike"],
      ["assistance_standard"],
      "OPTION_NOT_ALLOWED",
    ],
  ])("%s", (_what, term, asked, productTypes, features, error) => {
    expect(faultOf(() => decide(term, asked, productTypes, features))).toBe(error);
  });

  // rules/contracts.md#options-2
  test("the refusal names the option, the reason and the accepted ones", () => {
    expect(() => decide("LCD", [...both, "loa"])).toThrow(
      "options: loa is not available for an LCD contract; accepted here: break, theft, client_theft",
    );
    expect(() => decide("LLD", [...both, "loa"], ["high-tech"])).toThrow(
      "options: loa is for bike only; accepted here: break, theft, no_deductible, company, individual",
    );
    expect(() => decide("LLD", [...both, "company", "pro", "assistance_standard"])).toThrow("feature assistance_standard, which is off");
  });
});

// rules/contracts.md#options-7, #options-9
describe("automatic options", () => {
  test.each<[string, Term, Option[], ProductType[], Feature[], Option[]]>([
    [
      "home_to_work comes with a bike on a short LMD",
      "LMD_under_6_months",
      both,
      ["event", "bike"],
      [],
      ["break", "theft", "home_to_work"],
    ],
    ["home_to_work does not come without a bike", "LMD_under_6_months", both, ["event"], [], both],
    ["home_to_work does not come on a long LMD", "LMD_6_months_or_more", [...both, "company"], ["bike"], [], [...both, "company"]],
    ["client_theft comes where theft, a bike and the feature meet", "LCD", both, ["bike"], ["client_theft"], [...both, "client_theft"]],
    ["client_theft goes without the feature", "LCD", ["client_theft", ...both], ["bike"], [], both],
    ["client_theft goes without a bike", "LCD", ["client_theft", ...both], ["high-tech"], ["client_theft"], both],
    [
      "client_theft goes without theft",
      "LLD",
      ["client_theft", "break", "company", "pro"],
      ["bike"],
      ["client_theft", "decoupled_break_theft"],
      ["break", "company", "pro"],
    ],
    [
      "what is sent as well keeps its place, once",
      "LMD_under_6_months",
      ["home_to_work", "client_theft", ...both, "theft"],
      ["bike"],
      ["client_theft"],
      ["home_to_work", "client_theft", ...both],
    ],
  ])("%s", (_what, term, asked, productTypes, features, decided) => {
    expect(decide(term, asked, productTypes, features)).toEqual(decided);
  });
});

test("decided options are allowed by a product and the term, have no duplicates, and stay the same when decided again", () => {
  let accepted = 0;
  const guaranteed = fc.subarray([...everyOption]).map((some) => [...new Set<Option>([...both, "company", ...some])]);
  const asked = fc.oneof(
    fc.subarray([...everyOption]),
    guaranteed,
    fc.constantFrom<Option[]>(both, [...both, "company"], [...both, "individual", "pro"]),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...terms),
      asked,
      fc.subarray(productTypeNames, { minLength: 1 }),
      fc.subarray([...everyFeature]),
      (term, options, productTypes, features) => {
        if (faultOf(() => decide(term, options, productTypes, features)) !== undefined) return;
        accepted += 1;
        const decided = decide(term, options, productTypes, features);
        const known = new Set<Option>([...productTypes.flatMap((type) => optionsOf(type)), "company", "individual"]);
        const ofTerm: readonly Option[] =
          term === "LMD_under_6_months" && productTypes.includes("bike") ? [...optionsByTerm[term], "home_to_work"] : optionsByTerm[term];
        expect(decided.filter((option) => !known.has(option) || !ofTerm.includes(option))).toEqual([]);
        expect(new Set(decided).size).toBe(decided.length);
        expect(decide(term, decided, productTypes, features)).toEqual(decided);
      },
    ),
    { seed: 7, numRuns: 600 },
  );
  expect(accepted).toBeGreaterThan(60);
});
