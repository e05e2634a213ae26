import { describe, expect, test } from "vitest";
import { changesBetween, changesThatFallBack, figuresOf, isLargeChange, tariffFigures } from "#lib/insurance/prices/figures.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";

const { rates } = publicTariff;
const withElectric = (electric: { break?: number; theft?: number }): TariffRates => ({
  ...rates,
  subtypeRates: { "bike/electric": electric },
});

describe("the rates of a subtype", () => {
  test("are figures of a list only where the list has them", () => {
    expect(figuresOf(rates)).toHaveLength(tariffFigures.length);
    expect(figuresOf(withElectric({ break: 600 })).map(({ path }) => path)).toContain("annual_rates.bike/electric.break");
  });

  test("that a list adds or drops are compared with the rates of the type", () => {
    const change = { path: "annual_rates.bike/electric.break", unit: "rate" };
    expect(changesBetween(rates, withElectric({ break: 600 }))).toEqual([{ ...change, before: 0.04, after: 0.06 }]);
    expect(changesBetween(withElectric({ break: 600 }), rates)).toEqual([{ ...change, before: 0.06, after: 0.04 }]);
    expect(changesBetween(rates, withElectric({ break: 400 }))).toEqual([]);
  });
});

describe("a change", () => {
  // rules/prices.md#lists-9
  test.each([
    [0.04, 0.06, false],
    [0.04, 0.0601, true],
    [0.04, 0.02, false],
    [0.04, 0.0199, true],
    [0.04, 0.416, true],
    [0, 0.01, true],
    [null, 0.01, true],
  ])("from %s to %s is confirmed by typing: %s", (before, after, isLarge) => {
    expect(isLargeChange({ before, after })).toBe(isLarge);
  });

  test("falls back when the version after it lacks the change", () => {
    const list = { ...rates, taxRate: 1_000, minimum: 100 };
    const next = { ...rates, minimum: 100, halfDayHours: 5 };
    const changes = changesBetween(rates, list);
    expect(changesThatFallBack(changes, list, next)).toEqual([{ path: "tax_rate", unit: "rate", before: 0.1, after: 0.09 }]);
  });
});
