import { describe, expect, it } from "vitest";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { newTariff } from "#lib/insurance/prices/schema.ts";

const { rates } = publicTariff;

describe("a tariff", () => {
  it("of the public list passes its own schema unchanged, even through JSON", () => {
    expect(newTariff.parse(publicTariff)).toEqual(publicTariff);
    expect(newTariff.shape.rates.parse(JSON.parse(JSON.stringify(rates)))).toEqual(rates);
  });

  // rules/prices.md#lists-1
  it.each<[string, object]>([
    ["a product type is missing", { ...rates, annualRates: { ...rates.annualRates, sports: undefined } }],
    ["a product type is unknown", { ...rates, annualRates: { ...rates.annualRates, boats: { break: 400, theft: 500 } } }],
    ["a product type has no rate for theft", { ...rates, annualRates: { ...rates.annualRates, sports: { break: 400 } } }],
    ["a rate is given as a fraction", { ...rates, annualRates: { ...rates.annualRates, sports: { break: 0.04, theft: 300 } } }],
    ["a rate is over 100 percent", { ...rates, annualRates: { ...rates.annualRates, sports: { break: 40_000, theft: 300 } } }],
    ["a contract type has no factor", { ...rates, termFactors: { LCD: 30_000, LMD: 15_000 } }],
    ["a factor is nothing", { ...rates, usageFactors: { ...rates.usageFactors, pro: 0 } }],
    ["an option has no factor", { ...rates, usageFactors: { pro: 11_500, transporter: 14_000, sharing: 11_000 } }],
    ["an extra is negative", { ...rates, extrasPerMonth: { ...rates.extrasPerMonth, ia: -1 } }],
    ["an extra is misspelt", { ...rates, extrasPerMonth: { ...rates.extrasPerMonth, assistence: 100 } }],
    ["the tax is missing", { ...rates, taxRate: undefined }],
    ["a figure is one that no rule knows", { ...rates, discount: 100 }],
  ])("is refused when %s", (_fault, faulty) => {
    expect(newTariff.safeParse({ ...publicTariff, rates: faulty }).success).toBe(false);
  });
});
